import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Hook } from '../../access/hook.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import { User } from '../../users/user.entity.js';
import { Alert, AlertProgress } from '../alert.entity.js';
import type { AlertTrade, WaitingAlert } from './alert-index.js';

/** An alert that has been reached. `triggers` is how often it had triggered before. */
export type AlertTrigger = Readonly<{
  alert: WaitingAlert;
  triggers: number;
  price: string;
  at: number;
  instrumentId: number;
  /** The trade that reached it, or the last one before it. */
  trade: number;
}>;

/** Alerts that can never trigger, and why. */
export type AlertCancellation = Readonly<{ ids: readonly number[]; reason: string }>;

/** Writes within the transaction of triggers; the returned function is called after the commit. */
export type TriggerRecorder = (em: EntityManager, alerts: readonly Alert[]) => Promise<() => void>;

type LoadedAlerts = Readonly<{
  /** Active ones. */
  alerts: readonly Alert[];
  /** Active alerts of disabled users. */
  asleep: number;
  progress: Pick<AlertProgress, 'trade' | 'notices'>;
  /** The users who have alerts in any state. */
  owners: readonly number[];
}>;

/**
 * Only active alerts, of enabled users, that have triggered as often as the evaluation knows: what was triggered before a crash, or by
 * another process, or was canceled meanwhile, is not triggered again. They are numbered in the order of the triggers.
 */
const TRIGGER = `
  with reached as (
    select * from jsonb_to_recordset(?::jsonb) reached (place int, id bigint, triggers int, at timestamptz, price numeric, instrument_id bigint, trade bigint)),
  allowed as (
    select reached.* from reached join alerts a on a.id = reached.id join users u on u.id = a.user_id
    where a.state = 'Active' and a.triggers = reached.triggers and u.enabled order by a.id for update of a),
  numbered as (select *, row_number() over (order by place desc) - 1 behind from allowed),
  last as (update alert_progress set notices = notices + (select count(*) from allowed) where id = 1 and exists (select from allowed) returning notices)
  update alerts a set state = case when a.repeat then a.state else 'Triggered' end, triggers = a.triggers + 1, notice = last.notices - numbered.behind,
    triggered_at = numbered.at, triggered_price = numbered.price, triggered_instrument_id = numbered.instrument_id, since = greatest(a.since, numbered.trade)
  from numbered, last where a.id = numbered.id returning a.id`;

const OWNERS = 'select distinct user_id "userId" from alerts';

/** Reads active alerts, and writes what has triggered. */
@Injectable()
export class AlertTriggersService {
  readonly recorders = Hook.required<TriggerRecorder>();

  constructor(private readonly em: EntityManager) {}

  async load(): Promise<LoadedAlerts> {
    const em = this.em.fork();
    const alerts = await em.find(Alert, { state: 'Active' }, { orderBy: { id: 'asc' } });
    const userIds = [...new Set(alerts.map(({ userId }) => userId))];
    const enabled = new Set(
      (await em.find(User, { id: { $in: userIds }, enabled: true }, { fields: ['id'] })).map(({ id }) => id),
    );
    const awake = alerts.filter(({ userId }) => enabled.has(userId));
    return {
      ...{ alerts: awake, asleep: alerts.length - awake.length },
      progress: await em.findOneOrFail(AlertProgress, 1),
      owners: (await em.execute<{ userId: number }[]>(OWNERS)).map(({ userId }) => userId),
    };
  }

  /** Gives the alerts that have triggered, as they are now. No alert is twice in the list. */
  async record(triggers: readonly AlertTrigger[]): Promise<readonly Alert[]> {
    const reached = triggers.map(({ alert, triggers: before, at, price, instrumentId, trade }, place) => {
      return { place, id: alert.id, triggers: before, at: new Date(at), price, instrument_id: instrumentId, trade };
    });
    const afterCommit: (() => void)[] = [];
    const recorded = await this.em.fork().transactional(async (em) => {
      const ids = (await em.execute<{ id: string }[]>(TRIGGER, [JSON.stringify(reached)])).map(({ id }) => Number(id));
      const alerts = ids.length === 0 ? [] : await em.find(Alert, { id: { $in: ids } }, { orderBy: { notice: 'asc' } });
      if (alerts.length > 0)
        for (const recorder of this.recorders.handlers) afterCommit.push(await recorder(em, alerts));
      return alerts;
    });
    for (const work of afterCommit) work();
    return recorded;
  }

  async cancel({ ids, reason }: AlertCancellation): Promise<void> {
    await this.em
      .fork()
      .nativeUpdate(Alert, { id: { $in: [...ids] }, state: 'Active' }, { state: 'Cancelled', reason });
  }

  /** In their order; waits for the tables. */
  async listTrades(after: number, limit: number): Promise<readonly AlertTrade[]> {
    return this.em.fork().find(Trade, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit });
  }

  async saveProgress(trade: number): Promise<void> {
    await this.em.fork().nativeUpdate(AlertProgress, { id: 1, trade: { $lt: trade } }, { trade });
  }
}
