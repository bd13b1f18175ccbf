import { describeCount } from '../../../base/describe-count.ts';
import { Ledger } from '../ledger.ts';
import { estimateSpace, requireSpace } from '../needed-space.ts';
import type { ImportInput } from '../open-input.ts';
import type { ImportOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import type { ImportContext } from '../run-import.ts';
import { PreparedFiles } from './prepared-files.ts';

/** Copies files while Snug may run. The database is not touched. Returns the exit code. Throws an `ImportError`. */
export async function runPrepare(
  input: ImportInput,
  { rooms }: ImportOptions,
  { data, now, print, showProgress }: ImportContext,
): Promise<number> {
  const prepared = new PreparedFiles(data);
  const archiveBytes = Math.max(0, input.bytes - (await prepared.countBytes()));
  const needed = estimateSpace({ archiveBytes, databaseBytes: 0 });
  await requireSpace(data, needed + input.temporaryBytes);
  const progress = new Progress({ now, write: showProgress });
  const { source, getShare } = await input.open(new Ledger());
  let count = 0;
  try {
    for await (const _ of source.people());
    for await (const _ of source.emoji());
    for await (const page of source.rooms())
      for (const room of page) {
        if (rooms?.has(room.name) === false) continue;
        for await (const { files = [] } of source.messages(room))
          for (const file of files) {
            if (await prepared.add(file, () => source.openFile(file.id))) count++;
            progress.show(describeCount(count, 'file'), getShare());
          }
      }
  } finally {
    progress.end();
    await source.close();
  }
  print(
    `Prepared ${describeCount(count, 'file')} for the import. Import within some days, or remove import-files/ in ${data}.`,
  );
  return 0;
}
