import { EntityManager } from '@mikro-orm/postgresql';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { Access } from '../../src/access/access.decorator.js';
import { createToken, hashToken } from '../../src/auth/tokens/token.js';

class PresentedForm {
  @IsString()
  token!: string;
}

type Spendable = 'authorization_codes' | 'refresh_tokens';

/**
 * What the token endpoint must not be, opened by a test that shows that it would notice: these endpoints look whether something was
 * used, and write down a moment later that it is.
 */
@Access('none')
@Controller('naive')
export class NaiveTestController {
  constructor(private readonly em: EntityManager) {}

  @Post('code')
  @HttpCode(200)
  redeem(@Body() { token }: PresentedForm) {
    return this.spend('authorization_codes', hashToken(token));
  }

  @Post('refresh')
  @HttpCode(200)
  refresh(@Body() { token }: PresentedForm) {
    return this.spend('refresh_tokens', hashToken(token));
  }

  private async spend(table: Spendable, digest: string) {
    const [found] = await this.em.execute<[{ family_id: string; used_at: Date | null }]>(
      `select family_id, used_at from ${table} where digest = ?`,
      [digest],
    );
    if (found.used_at !== null) return { error: 'invalid_grant' };
    await this.em.execute(`update ${table} set used_at = now() where digest = ?`, [digest]);
    const successor = createToken('refresh');
    await this.em.execute(
      `insert into refresh_tokens (digest, family_id, created_at, expires_at) values (?, ?, now(), now() + interval '1 hour')`,
      [hashToken(successor), found.family_id],
    );
    return { access_token: createToken('access'), refresh_token: successor };
  }
}
