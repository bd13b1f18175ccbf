import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const BATCH_SIZE = 200;

interface Part {
  table: string;
  key: readonly string[];
  /** A condition on `$1`, the person. */
  where: string;
}

/** A person's own data in all rooms. What other people see of a person in a room is not a part of it. */
const PARTS: readonly Part[] = [
  { table: 'reads', key: ['userId', 'roomId'], where: '"userId" = $1' },
  { table: 'own_conversations', key: ['userId', 'roomId', 'rootId'], where: '"userId" = $1' },
  { table: 'follow_versions', key: ['userId'], where: '"userId" = $1' },
  { table: 'saved', key: ['userId', 'roomId', 'messageId'], where: '"userId" = $1' },
  { table: 'saved_versions', key: ['userId'], where: '"userId" = $1' },
  { table: 'blocks', key: ['userId', 'blockedId'], where: '"userId" = $1' },
  { table: 'blocks', key: ['userId', 'blockedId'], where: '"blockedId" = $1' },
  { table: 'block_versions', key: ['userId'], where: '"userId" = $1' },
  { table: 'default_levels', key: ['userId'], where: '"userId" = $1' },
  { table: 'mentions', key: ['userId', 'roomId', 'seq'], where: '"userId" = $1' },
  { table: 'outside_mentions', key: ['userId'], where: '"userId" = $1' },
  { table: 'reports', key: ['at', 'id'], where: '"reporterId" = $1' },
  { table: 'invite_uses', key: ['inviteId', 'userId'], where: '"userId" = $1' },
  { table: 'account_notices', key: ['userId', 'id'], where: '"userId" = $1' },
  { table: 'pushed', key: ['userId', 'roomId'], where: '"userId" = $1' },
  { table: 'missed_mails', key: ['userId'], where: '"userId" = $1' },
  { table: 'notification_settings', key: ['userId'], where: '"userId" = $1' },
  { table: 'statuses', key: ['userId'], where: '"userId" = $1' },
  { table: 'push_people', key: ['userId'], where: '"userId" = $1' },
  { table: 'presence', key: ['userId'], where: '"userId" = $1' },
];

const DELETIONS = PARTS.map(({ table, key, where }) => {
  const columns = key.map(name => `"${name}"`).join(', ');
  return prepared<[uid: string, limit: number], { deleted: number }>(
    `delete from "${table}" where (${columns}) in (
       select ${columns} from "${table}" where ${where} limit $2) returning 1 as "deleted"`,
  );
});
const revokeInvites = prepared<[uid: string, now: number, limit: number], { id: string }>(
  `update "invites" set "revokedAt" = $2 where "id" in (
     select "id" from "invites" where "createdBy" = $1 and "revokedAt" is null limit $3) returning "id"`,
);
const releaseFiles = prepared<[uid: string], { id: string }>(
  `update "files" set "state" = 'deleted' where "ownerId" = $1 and "state" = 'unsent' returning "id"`,
);

/** Erases at most `BATCH_SIZE` rows of each kind. Returns whether some may be left. */
export async function erasePrivateData(db: Db, uid: string, now: number): Promise<boolean> {
  await releaseFiles(db, uid);
  const counts = [(await revokeInvites(db, uid, now, BATCH_SIZE)).length];
  for (const deleteSome of DELETIONS) counts.push((await deleteSome(db, uid, BATCH_SIZE)).length);
  return counts.includes(BATCH_SIZE);
}
