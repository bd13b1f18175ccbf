import { createAccountSweeps } from '../account/account-sweeps.ts';
import { createAccountErasure } from '../account/deletion/account-erasure.ts';
import { createReportSweep } from '../admin/reports/reports.ts';
import { createStorageCountJob } from '../admin/storage-use/storage-count-job.ts';
import type { Clock } from '../base/clock.ts';
import { createFollowLimitSweep } from '../chat/conversations/follow-limit.ts';
import { createOlderConversationSweep } from '../chat/conversations/older-conversations.ts';
import { createEmojiSweep } from '../chat/emoji/emoji.ts';
import { createTrimRules } from '../chat/retention/trim-limit.ts';
import { createListingSweep } from '../chat/room-files/listing-sweep.ts';
import { createRoomErasure } from '../chat/rooms/erasure.ts';
import { createWriterSweep } from '../chat/rooms/joining-writers.ts';
import { createRoomIndexSweep } from '../chat/rooms/room-index.ts';
import { createTrimJob } from '../chat/trims/trim-job.ts';
import { JobRunner } from '../cluster/jobs/job-runner.ts';
import { createRateSweep } from '../cluster/nodes/rate-store.ts';
import type { FileServices } from '../commands/file-services.ts';
import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import { createFileSweep } from '../files/file-sweep.ts';
import {
  createUnfinishedUploadSweep,
  type UnfinishedUploadSweepOptions,
} from '../files/storage/s3/unfinished-upload-sweep.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createSessionEndPushes } from '../notifications/devices/session-end-push.ts';
import { createMissedMailJob, type MissedMailOptions } from '../notifications/missed-mail/missed-mail-job.ts';
import type { PushServices } from '../notifications/push-services.ts';
import { createInviteSweep } from '../people/invites/invites.ts';
import { createDefaultLevelJob } from '../people/members/default-level.ts';
import { createPersonIndexSweep } from '../people/profiles/person-index.ts';
import { createTokenSweep } from '../programs/tokens/tokens.ts';
import type { FollowingIndex } from '../search/search-index.ts';
import type { FixedSettings } from '../workspace/settings/settings.ts';

export interface BackgroundJobsOptions {
  read: Db;
  writer: Writer<SnugMutations>;
  files: FileServices;
  clock: Pick<Clock, 'repeat' | 'setTimer'>;
  now: () => number;
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
  metrics?: Metrics | undefined;
  /** Undefined without a mail server. */
  missedMails?: Omit<MissedMailOptions, 'read' | 'writer' | 'now'> | undefined;
  /** Undefined without a search in messages. */
  searchIndex?: Pick<FollowingIndex, 'follow' | 'hasFollowed'> | undefined;
  /** Undefined without pushes. */
  push?: PushServices | undefined;
  /** Undefined if the files are in the data folder. */
  fileStore?: Omit<UnfinishedUploadSweepOptions, 'now'> | undefined;
  fixed: FixedSettings;
  onFailure: (error: unknown) => void;
}

/** Less than a lease. */
const FOLLOW_WAIT_MS = 10_000;

/** Between two parts of a trim, for the sends of others: at most 830 messages a second go, so a million take 20 minutes or more. */
const TRIM_REST_MS = 60;

/** All kinds of jobs of the server. */
export function createBackgroundJobs(options: BackgroundJobsOptions): JobRunner {
  const {
    read,
    writer,
    files,
    clock,
    now,
    nodeId,
    metrics,
    missedMails,
    searchIndex,
    push,
    fileStore,
    fixed,
    onFailure,
  } = options;
  const hasIndexFollowed = async () => (await searchIndex?.hasFollowed?.(FOLLOW_WAIT_MS)) ?? true;
  const eraseIndex = (roomId: string) => {
    searchIndex?.follow([roomId]);
    return hasIndexFollowed();
  };
  const kinds = [
    createFileSweep({ read, writer, removal: files.removal }),
    createWriterSweep(read, writer),
    createPersonIndexSweep(read, writer),
    createRoomIndexSweep(read, writer),
    createRoomErasure(read, writer, eraseIndex),
    createTrimJob({
      read,
      writer,
      removal: files.removal,
      now,
      rules: createTrimRules(read),
      rest: () => new Promise(resolve => void clock.setTimer(resolve, TRIM_REST_MS)),
    }),
    createAccountErasure({ read, writer, storage: files.storage, hasIndexFollowed }),
    createListingSweep(read, writer),
    createOlderConversationSweep(read, writer, now),
    createFollowLimitSweep(read, writer),
    createDefaultLevelJob(read, writer),
    createInviteSweep(writer),
    createReportSweep(writer),
    createEmojiSweep(writer),
    createStorageCountJob(read, writer),
    createTokenSweep(writer),
    ...createAccountSweeps(writer),
  ];
  if (push) kinds.push(createSessionEndPushes({ read, writer, now, push, fixed }));
  if (missedMails) kinds.push(createMissedMailJob({ ...missedMails, read, writer, now }));
  if (fileStore) kinds.push(createUnfinishedUploadSweep({ ...fileStore, now }));
  if (nodeId !== undefined) kinds.push(createRateSweep(read));
  return new JobRunner({ kinds, read, writer, now, repeat: clock.repeat, metrics, onFailure });
}
