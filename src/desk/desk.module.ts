import { Module } from '@nestjs/common';

/** The pages on which a trader sees several rooms at once. Nothing is decided here: the rooms are asked as programs ask them, and shown side by side. */
@Module({})
export class DeskModule {}
