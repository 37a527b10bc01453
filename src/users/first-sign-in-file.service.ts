import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config.js';
import { removeFirstSignInFile } from '../config/first-sign-in-file.js';

/** The file in the data directory with the password that the first start made up. */
@Injectable()
export class FirstSignInFileService {
  private readonly log = new Logger(FirstSignInFileService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  /** Removes the file once the password in it is no longer in force: it is that of the first user. The change has happened, so a file that cannot be removed is only logged. */
  async removeAfterChange(userId: number): Promise<void> {
    const [row] = await this.em.execute<{ id: number }[]>('select min(id) id from users');
    if (row?.id !== userId) return;
    try {
      removeFirstSignInFile(this.config.dataDir);
    } catch (error) {
      this.log.warn(
        `The file with the first password, which is no longer in force, could not be removed: ${String(error)}`,
      );
    }
  }
}
