import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, findActingAdministrator, rejectTrialToken } from '../access/actor.js';
import { NameDirectory } from '../access/name-directory.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { AuditService } from '../audit/audit.service.js';
import { Client } from '../clients/client.entity.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { User } from '../users/user.entity.js';
import { WebhookDispatcherService } from './delivering/webhook-dispatcher.service.js';
import { WebhookFeederService } from './delivering/webhook-feeder.service.js';
import { Webhook } from './webhook.entity.js';
import { TooManyWebhooksError, UnknownWebhookError, WebhookNeedsKeyError } from './webhook-errors.js';
import { WEBHOOKS_MAX } from './webhook-limits.js';
import { type ShownWebhook, WebhookTermsService } from './webhook-terms.service.js';
import type { ChangedWebhook, NewWebhook, WebhookRotation } from './webhooks.dto.js';

type WebhookPage = Readonly<{ size: number; after: number }>;

/**
 * Manages the webhooks of a user. A token sees those of its API key; a browser, which has no key, sees all of the
 * user's. An acting administrator manages the customer's.
 */
@Injectable()
export class WebhooksService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly terms: WebhookTermsService,
    private readonly audit: AuditService,
    private readonly dispatcher: WebhookDispatcherService,
    private readonly feeder: WebhookFeederService,
    private readonly names: NameDirectory,
  ) {}

  /** The keys that a new webhook can belong to. */
  onModuleInit(): void {
    this.names.clientLister.register(async (actor) =>
      (await this.listKeys(actor)).map(({ clientId, name }) => ({ id: clientId, name })),
    );
  }

  async list(actor: Actor, { size, after }: WebhookPage): Promise<ShownWebhook[]> {
    const webhooks = await this.em.find(
      Webhook,
      { ...toOwnerFilter(actor), id: { $gt: after } },
      { orderBy: { id: 'asc' }, limit: size },
    );
    return webhooks.map((webhook) => this.terms.toShownWebhook(webhook, actor));
  }

  /** The owner is part of the query, so that another user's webhook and an unknown one cannot be distinguished. */
  async find(actor: Actor, id: number): Promise<Webhook> {
    const webhook = await this.em.findOne(Webhook, { ...toOwnerFilter(actor), id });
    if (!webhook) throw new UnknownWebhookError();
    return webhook;
  }

  show(actor: Actor, webhook: Webhook): ShownWebhook {
    return this.terms.toShownWebhook(webhook, actor);
  }

  /** The user's keys that a webhook may belong to, by name. */
  async listKeys({ userId }: Actor): Promise<Client[]> {
    return this.em.find(Client, { ownerId: userId, enabled: true }, { orderBy: { name: 'asc', clientId: 'asc' } });
  }

  /**
   * The user's row is locked while the webhooks of the key are counted. The webhook receives events committed from now
   * on.
   */
  async register(actor: Actor, terms: NewWebhook): Promise<ShownWebhook> {
    rejectTrialToken(actor);
    const { clientId, userId } = actor;
    if (clientId === null) throw new WebhookNeedsKeyError();
    await this.terms.check(actor, terms);
    const place = await this.feeder.findPosition();
    const made = await this.em.transactional(async (em) => {
      await em.findOne(
        User,
        { id: userId },
        { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
      );
      if ((await em.count(Webhook, { userId, clientId })) >= WEBHOOKS_MAX) throw new TooManyWebhooksError();
      const webhook = new Webhook({ userId, clientId, registeredBy: findActingAdministrator(actor) }, terms.url, place);
      this.terms.apply(webhook, terms);
      await em.persist(webhook).flush();
      const secret = this.terms.assignSecret(webhook);
      await em.flush();
      await this.recordAudit(actor, 'webhook.registered', webhook.id);
      return { webhook, secret };
    });
    await runAfterCommit(() => this.dispatcher.wake(made.webhook.id));
    return made;
  }

  /** In a browser: for one of the user's own keys. */
  async registerFor(actor: Actor, clientId: string, terms: NewWebhook): Promise<ShownWebhook> {
    const isOwn = (await this.listKeys(actor)).some((key) => key.clientId === clientId);
    return this.register({ ...actor, clientId: isOwn ? clientId : null }, terms);
  }

  /** Waiting deliveries are sent at once, because a changed webhook has probably been fixed. */
  async change(actor: Actor, id: number, terms: ChangedWebhook): Promise<ShownWebhook> {
    rejectTrialToken(actor);
    await this.terms.check(actor, terms);
    const changed = await this.em.transactional(async (em) => {
      const webhook = await this.findForUpdate(em, actor, id);
      this.terms.apply(webhook, terms);
      await em.flush();
      await this.recordAudit(actor, 'webhook.changed', id);
      return this.terms.toShownWebhook(webhook, actor);
    });
    await this.dispatcher.retryNow(id);
    return changed;
  }

  /** Its waiting deliveries and their history are removed with it. */
  async remove(actor: Actor, webhook: Webhook): Promise<ShownWebhook> {
    rejectTrialToken(actor);
    const { id } = webhook;
    await this.em.transactional(async (em) => {
      if ((await em.nativeDelete(Webhook, { ...toOwnerFilter(actor), id })) === 0) throw new UnknownWebhookError();
      await this.recordAudit(actor, 'webhook.removed', id);
    });
    this.dispatcher.forget(id);
    return this.show(actor, webhook);
  }

  async rotate(actor: Actor, id: number, rotation: WebhookRotation): Promise<ShownWebhook> {
    rejectTrialToken(actor);
    return this.em.transactional(async (em) => {
      const webhook = await this.findForUpdate(em, actor, id);
      const secret = this.terms.replaceSecret(webhook, rotation);
      await em.flush();
      await this.recordAudit(actor, 'webhook.rotated', id);
      return { webhook, secret };
    });
  }

  private async findForUpdate(em: EntityManager, actor: Actor, id: number): Promise<Webhook> {
    const webhook = await em.findOne(
      Webhook,
      { ...toOwnerFilter(actor), id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!webhook) throw new UnknownWebhookError();
    return webhook;
  }

  private recordAudit(actor: Actor, action: AuditAction, id: number): Promise<void> {
    return this.audit.recordFor(actor, { action, subject: ['webhook', id] });
  }
}

const toOwnerFilter = ({ userId, clientId }: Actor) => ({ userId, ...(clientId !== null && { clientId }) });
