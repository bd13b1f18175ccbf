import type { Db } from '../../db/schema.ts';

/** A row that names bytes in the storage. */
export interface KeyRow {
  id: string;
  key: string;
  /** Undefined if the row does not have it. */
  size?: number;
  /** Bytes may be missing, because they follow the row. */
  isUnfinished: boolean;
}

export interface KeyOwner {
  /** As in `files.key`. */
  column: string;
  count(db: Db): Promise<{ rows: number; bytes: number }>;
  /** The first `limit` rows above the id `after`. Omits rows whose bytes are being removed. */
  list(db: Db, after: string, limit: number): Promise<KeyRow[]>;
  /** Whether the row still names the key. */
  isNamed(db: Db, row: Pick<KeyRow, 'id' | 'key'>): Promise<boolean>;
}

const files: KeyOwner = {
  column: 'files.key',

  async count(db) {
    const { rows, bytes } = await db
      .selectFrom('files')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('rows'),
        fn.sum<number | string | null>('size').as('bytes'),
      ])
      .where('state', '!=', 'deleted')
      .executeTakeFirstOrThrow();
    return { rows: Number(rows), bytes: Number(bytes ?? 0) };
  },

  async list(db, after, limit) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'key', 'size', 'state'])
      .where('id', '>', after)
      .where('state', '!=', 'deleted')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ state, ...row }) => ({ ...row, isUnfinished: state === 'unsent' }));
  },

  async isNamed(db, { id, key }) {
    const row = await db.selectFrom('files').select(['key', 'state']).where('id', '=', id).executeTakeFirst();
    return row?.key === key && row.state !== 'deleted';
  },
};

/** Their addresses are their keys after a slash. Others are addresses at providers. */
const avatars: KeyOwner = {
  column: 'users.avatar',

  async count(db) {
    const { rows } = await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .where('avatar', 'like', '/avatars/%')
      .executeTakeFirstOrThrow();
    return { rows: Number(rows), bytes: 0 };
  },

  async list(db, after, limit) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'avatar'])
      .where('id', '>', after)
      .where('avatar', 'like', '/avatars/%')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, avatar }) => ({ id, key: avatar?.slice(1) ?? '', isUnfinished: false }));
  },

  async isNamed(db, { id, key }) {
    const row = await db.selectFrom('users').select('avatar').where('id', '=', id).executeTakeFirst();
    return row?.avatar === `/${key}`;
  },
};

/** Of all keys in the storage that rows name. Pictures of emoji and of the logo are in the database. */
export const KEY_OWNERS: readonly KeyOwner[] = [files, avatars];
