/** Clients that get tokens and refresh them, again and again until they are answered, and the judge of what they were given. */
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../support/postgres-service.js';
import { tradingEnvironment } from '../support/trading-over-http.js';

/** A used refresh token gives its successors again for ten seconds; after that a second use ends its family. */
const GRACE_MS = 9_000;

const PAUSE_MS = { answered: 2, unanswered: 20 } as const;

type TokenAnswer = Readonly<{ status: number; access_token?: string; refresh_token?: string; error?: string }>;

export type TokenFindings = Readonly<{
  lost: number;
  doubled: number;
  unaudited: number;
  surprises: readonly string[];
}>;

export class TokenClients {
  /** How often no answer came, or "come again"; and how often the service was gone for longer than a refresh may be repeated. */
  readonly counts = { unanswered: 0, busy: 0, ended: 0 };
  private readonly surprises: string[] = [];
  private readonly tokens: string[] = [];
  private isOver = false;
  private working: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly url: string,
    private readonly clientId: string,
    private readonly authorization: string,
  ) {}

  /** With an API key of their own; `token` is its owner's. */
  static async open(url: string, token: string): Promise<TokenClients> {
    const answer = await fetch(`${url}/oauth/client`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Tokens', grant_types: ['password', 'refresh_token', 'client_credentials'] }),
    });
    const { client_id: id = '', secret = '' } = (await answer.json()) as Record<string, string>;
    return new TokenClients(url, id, `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
  }

  get acknowledged(): number {
    return this.tokens.length;
  }

  /** As many of each kind. */
  begin(clients: number): void {
    this.isOver = false;
    const each = Array.from({ length: clients });
    this.working = Promise.all([...each.map(() => this.getTokens()), ...each.map(() => this.refreshTokens())]);
  }

  async finish(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  /** Every token that was given is accepted, every family has one refresh token to go on with, and every token is in the audit log. */
  async judge(database: string): Promise<TokenFindings> {
    let lost = 0;
    for (const token of this.tokens) if (!(await this.isAccepted(token))) lost++;
    const [row] = await query(
      database,
      `select
        (select count(*) from token_families f where client_id = '${this.clientId}' and grant_type = 'password' and revoked_at is null
          and (select count(*) from refresh_tokens r where r.family_id = f.id and r.used_at is null) <> 1) as doubled,
        (select count(*) from access_tokens t join token_families f on f.id = t.family_id
          where f.client_id = '${this.clientId}' and f.grant_type = 'client_credentials')
          - (select count(*) from audit_entries where client_id = '${this.clientId}' and action = 'token.client_credentials' and outcome = 'granted') as unaudited`,
    );
    return {
      lost,
      doubled: Number(row?.['doubled']),
      unaudited: Number(row?.['unaudited']),
      surprises: this.surprises.slice(0, 10),
    };
  }

  private async isAccepted(token: string): Promise<boolean> {
    const answer = await fetch(`${this.url}/users/me`, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  }

  private async getTokens(): Promise<void> {
    while (!this.isOver) {
      const { access_token: token } = await this.insist({ grant_type: 'client_credentials' });
      if (token === undefined) return;
      this.tokens.push(token);
      await pause(PAUSE_MS.answered);
    }
  }

  private async refreshTokens(): Promise<void> {
    while (!this.isOver) await this.refreshFamily();
  }

  private async refreshFamily(): Promise<void> {
    const { BOOTSTRAP_ADMIN_EMAIL: username, BOOTSTRAP_ADMIN_PASSWORD: password } = tradingEnvironment;
    const family: string[] = [];
    let answer = await this.insist({ grant_type: 'password', username, password });
    while (!this.isOver && answer.refresh_token !== undefined) {
      const { refresh_token } = answer;
      answer = await this.insist({ grant_type: 'refresh_token', refresh_token });
      if (answer.access_token !== undefined) family.push(answer.access_token);
      await pause(PAUSE_MS.answered);
    }
    // A family that has ended takes its tokens with it, as it should.
    if (answer.error === undefined) this.tokens.push(...family);
  }

  private async insist(form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    const began = performance.now();
    for (;;) {
      const answer = await this.send(form);
      if (answer?.status === 200) return answer;
      if (answer !== null && answer.status !== 503) {
        const isEnded = answer.error === 'invalid_grant' && performance.now() - began > GRACE_MS;
        if (isEnded) this.counts.ended++;
        else this.surprises.push(`${form['grant_type']}: ${JSON.stringify(answer)}`);
        return answer;
      }
      this.counts[answer ? 'busy' : 'unanswered']++;
      await pause(PAUSE_MS.unanswered);
    }
  }

  private async send(form: Record<string, string>): Promise<TokenAnswer | null> {
    try {
      const answer = await fetch(`${this.url}/oauth/token`, {
        method: 'POST',
        headers: { accept: 'application/json', authorization: this.authorization },
        body: new URLSearchParams(form),
        signal: AbortSignal.timeout(10_000),
      });
      return { ...((await answer.json()) as object), status: answer.status };
    } catch {
      return null;
    }
  }
}
