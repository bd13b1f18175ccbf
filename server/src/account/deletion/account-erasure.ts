import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Mutations, SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { deleteAccount } from './delete-account.ts';
import {
  ERASURE_JOB,
  findDeletion,
  findFirstDeletion,
  findNextRoom,
  finishDeletion,
  moveDeletion,
} from './deletion-store.ts';
import { erasePictures, type PictureStorage } from './erase-pictures.ts';
import { erasePrivateData } from './erase-private-data.ts';
import { eraseWords } from './erase-words.ts';
import { leaveForGood } from './leave-for-good.ts';

const INTERVAL_MS = 60_000;

const NOTHING_TO_ERASE = { publications: [], seq: undefined };

interface RoomOfPerson {
  roomId: string;
  uid: string;
}

/** Erases a part of a person's messages in a room, if they want that, or ends their membership. */
export const eraseInRoom: Mutation<RoomOfPerson, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId, uid }) => [`room:${roomId}`, `person:${uid}`],

  async run(db, call, { roomId, uid }) {
    const deletion = await findDeletion(db, uid);
    if (!deletion || deletion.roomId >= roomId) return { output: {}, publications: [] };
    const after = deletion.seq;
    const { publications, seq } =
      deletion.erasesWords === null ? NOTHING_TO_ERASE : await eraseWords(db, call, { roomId, uid, after });
    if (seq !== undefined) {
      await moveDeletion(db, uid, { roomId: deletion.roomId, seq });
      return { output: {}, publications: [...publications] };
    }
    await moveDeletion(db, uid, { roomId, seq: 0 });
    return { output: {}, publications: [...publications, ...(await leaveForGood(db, call, roomId, uid))] };
  },
};

/** After the rooms. */
export const eraseOwnData: Mutation<{ uid: string }, object> = {
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, { now }, { uid }) {
    if (!(await erasePrivateData(db, uid, now))) await finishDeletion(db, uid);
    return { output: {}, publications: [] };
  },
};

export const ACCOUNT_DELETION_MUTATIONS = {
  delete_account: deleteAccount,
  erase_in_room: eraseInRoom,
  erase_own_data: eraseOwnData,
} satisfies Mutations;

export interface AccountErasureOptions {
  read: Db;
  writer: MutationWriter<typeof ACCOUNT_DELETION_MUTATIONS>;
  storage: PictureStorage;
  /** Whether the index has no word of the erased messages left. */
  hasIndexFollowed?: () => Promise<boolean>;
}

/** Each step erases a part of the account whose deletion was requested first. */
export function createAccountErasure({
  read,
  writer,
  storage,
  hasIndexFollowed = async () => true,
}: AccountErasureOptions): JobDefinition {
  return {
    kind: ERASURE_JOB,
    intervalMs: INTERVAL_MS,
    async step() {
      const deletion = await findFirstDeletion(read);
      if (!deletion) return undefined;
      const { uid } = deletion;
      const roomId = await findNextRoom(read, deletion);
      if (roomId === undefined) {
        if (await erasePictures(read, storage, uid)) return uid;
        if (!(await hasIndexFollowed())) return undefined;
        await writer.write('erase_own_data', SYSTEM_CALLER, { uid });
      } else await writer.write('erase_in_room', SYSTEM_CALLER, { roomId, uid });
      return uid;
    },
  };
}
