import { constants, setPriority } from 'node:os';
import {
  abortOnSignals,
  describeContent,
  formatMegabytes,
  nameFiles,
  printLine,
  resolvePath,
  runCli,
} from '../../backup/cli.ts';
import { describeCount } from '../../base/describe-count.ts';
import { openStorage } from '../../files/storage/open-storage.ts';
import { describeLosses } from './describe-losses.ts';
import { exportDatabase } from './export-database.ts';
import { ExportMeter } from './export-meter.ts';
import { parseExportOptions } from './export-options.ts';

/** The export is written, but bytes of some files are missing. */
const EXIT_INCOMPLETE = 2;

setPriority(constants.priority.PRIORITY_LOW);

await runCli('Nothing was exported.', async ({ args, ...config }) => {
  const { data, databaseUrl } = config;
  const { target, form, scope } = parseExportOptions(args);
  const meter = new ExportMeter(line => process.stderr.isTTY && process.stderr.write(line));
  const path = resolvePath(target);
  const { counts, missing, lost, bytes } = await exportDatabase({
    data,
    databaseUrl,
    storage: openStorage(config),
    path,
    form,
    scope,
    now: new Date(),
    onProgress: progress => meter.show(progress),
    signal: abortOnSignals(),
  });
  meter.end();
  const size = bytes === undefined ? '' : ` (${formatMegabytes(bytes)})`;
  printLine(
    `Exported ${describeCount(counts.people, 'person', 'people')}, ${describeContent(counts, { withFiles: true })} to ${path}${size}.`,
  );
  if (lost) describeLosses(lost).forEach(printLine);
  const places = scope.openOnly ? ' in open rooms' : ', also in private';
  printLine(`It has what people wrote${places}. Keep it as safe as the server.`);
  if (missing.length === 0) return 0;
  process.stderr.write(
    `The bytes of ${describeCount(missing.length, 'file')} are missing, because they are not in ${config.s3 ? 'the file store' : data} or were deleted meanwhile: ${nameFiles(missing)}\n`,
  );
  return EXIT_INCOMPLETE;
});
