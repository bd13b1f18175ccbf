import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, MessageTable } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { type FileKind, toListing } from '../messages/file-listing.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

interface UnexaminedRow extends Pick<MessageTable, 'roomId' | 'seq' | 'changedSeq'> {
  text: string | null;
  contentType: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  peaks: string | null;
}

interface Listing extends Pick<MessageTable, 'roomId' | 'seq' | 'changedSeq'> {
  fileKind: FileKind;
  links: number;
}

const selectUnexamined = prepared<[roomId: string, seq: number, limit: number], UnexaminedRow>(
  `select m."roomId" as "roomId", m."seq" as "seq", m."changedSeq" as "changedSeq", m."text" as "text",
     f."contentType" as "contentType", f."size" as "size", f."width" as "width", f."height" as "height", f."peaks" as "peaks"
   from "messages" m indexed by "messages_unexamined" left join "files" f on f."id" = m."fileId"
   where m."links" is null and m."deletedAt" is null and (m."roomId", m."seq") > ($1, $2)
   order by m."roomId", m."seq" limit $3`,
);
const storeListing = prepared<
  [fileKind: FileKind, links: number, roomId: string, seq: number, changedSeq: number],
  never
>(
  `update "messages" set "fileKind" = $1, "links" = $2
   where "roomId" = $3 and "seq" = $4 and "changedSeq" = $5 and "links" is null`,
);

/** Makes messages of earlier releases findable by their files and links. Leaves out those that changed meanwhile. */
export const listMessages: Mutation<{ listings: readonly Listing[] }, object> = {
  lockKeys: (_call, { listings }) => [...new Set(listings.map(({ roomId }) => `room:${roomId}` as const))],

  async run(db, _call, { listings }) {
    for (const { fileKind, links, roomId, seq, changedSeq } of listings)
      await storeListing(db, fileKind, links, roomId, seq, changedSeq);
    return { output: {}, publications: [] };
  },
};

/** The cursor is the last room and message. */
export function createListingSweep(
  read: Db,
  writer: MutationWriter<{ list_messages: typeof listMessages }>,
): JobDefinition {
  return {
    kind: 'message_listing',
    intervalMs: INTERVAL_MS,
    async step(cursor = ' 0') {
      const [roomId = '', seq = ''] = cursor.split(' ');
      const rows = await selectUnexamined(read, roomId, Number(seq), BATCH_SIZE);
      if (rows.length > 0)
        await writer.write('list_messages', SYSTEM_CALLER, { listings: rows.map(examine) });
      const last = rows.at(-1);
      return last && rows.length === BATCH_SIZE ? `${last.roomId} ${last.seq}` : undefined;
    },
  };
}

function examine({ roomId, seq, changedSeq, text, contentType, ...details }: UnexaminedRow): Listing {
  const file = contentType === null ? undefined : { contentType, ...details };
  const [fileKind, links] = toListing({ ...(text !== null && { text }), file });
  return { roomId, seq, changedSeq, fileKind, links };
}
