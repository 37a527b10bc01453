import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

@Entity({ tableName: 'accounts' })
export class Account {
  @PrimaryKey()
  id!: number;

  @Property({ type: 'decimal', precision: 24, scale: 4, columnType: 'numeric(24,4)' })
  cashBalance!: string;
}
