import { type EventPlace, placeText } from './event-place.js';

/** Everything that is told of accounts. docs/streams.md says what each of them carries. */
export const EVENT_TYPES = [
  'account.changed',
  'account.granted',
  'money.stated',
  'positions.stated',
  'break.opened',
  'break.changed',
  'break.closed',
  'order.accepted',
  'order.rejected',
  'order.modified',
  'order.triggered',
  'order.traded',
  'order.cancelled',
  'order.expired',
  'fill',
  'position.changed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** To whom something was granted, or from whom it was taken. */
type AccessChangeBody = Readonly<{ userId: number; isTaken: boolean }>;

/** What of an event is known without showing it. */
type Heading = Readonly<{ place: EventPlace; acctId: number; type: EventType; time: number; grant?: AccessChangeBody }>;

/** Something that has happened to an account. It is shown only when somebody looks, and once for all who do. */
export class AccountEvent {
  readonly place: EventPlace;
  readonly acctId: number;
  readonly type: EventType;
  readonly time: number;
  /** Null of what changes nothing in who may look at the account. */
  readonly grant: AccessChangeBody | null;
  private shown: object | null = null;
  private written: string | null = null;

  /** `view` gives the same for ever. */
  constructor(
    { place, acctId, type, time, grant }: Heading,
    private readonly view: () => object,
  ) {
    this.place = place;
    this.acctId = acctId;
    this.type = type;
    this.time = time;
    this.grant = grant ?? null;
  }

  /** Stable: the same whether it has just happened or is read again. */
  get id(): string {
    return placeText(this.place);
  }

  /** The command in the journal that brought it about. */
  get seq(): number {
    return this.place.seq;
  }

  /** What is told of it, as a view has it. */
  get data(): object {
    return (this.shown ??= this.view());
  }

  /** The same as JSON, on one line. */
  get text(): string {
    return (this.written ??= JSON.stringify(this.data));
  }
}
