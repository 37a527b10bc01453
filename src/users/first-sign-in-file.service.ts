import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config.js';
import { removeFirstSignInFile } from '../config/data-directory.js';

/** The file in the data directory with the password of the first start. */
@Injectable()
export class FirstSignInFileService {
  private readonly log = new Logger(FirstSignInFileService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  /**
   * Removes the file once the first user's password has changed. The change is committed, so a file that cannot be
   * removed is only logged.
   */
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
