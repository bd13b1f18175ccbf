import type { ServerState } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { mailProblemText } from '../mail/mail-problem-text.ts';
import { storeProblemText } from './store-problem-text.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const LOW_SHARE = 0.15;
const LOW_BYTES = 4_000_000_000;

/** What a workspace admin should do something about, each with the next step. */
export function listProblems(state: ServerState, now: number): string[] {
  const texts = lazyStrings.admin;
  const older = new Set(state.nodes.map(({ release }) => release).filter(each => each !== state.release));
  return [
    ...listBackupProblems(state, now),
    ...[...older].map(texts.olderServer),
    ...state.failedJobs.map(({ kind }) => texts.failedJob(kind)),
    ...(state.mail ? [texts.cannotMail(mailProblemText(state.mail))] : []),
    ...(state.fileStore?.problem ? [storeProblemText(state.fileStore.problem)] : []),
    ...(state.broker?.isConnected === false ? [texts.brokerAway] : []),
    ...(state.pushes?.isBlocked ? [texts.pushesBlocked] : []),
    ...(isAlmostFull(state) ? [texts.lowSpace] : []),
    ...(state.search?.isPaused ? [texts.searchPaused] : []),
  ];
}

function listBackupProblems({ backup, commands }: ServerState, now: number): string[] {
  const texts = lazyStrings.admin;
  const command = commands === 'snug' ? 'snug backup snug.tar' : 'npm run backup -- snug.tar';
  if (!backup) return [texts.noBackup(command)];
  return [
    ...(now - backup.at > WEEK_MS ? [texts.oldBackup(command)] : []),
    ...(backup.missingFiles > 0 ? [texts.incompleteBackup(backup.missingFiles)] : []),
  ];
}

/** Before the server refuses files. */
export function isAlmostFull({ disk: { total, free } }: Pick<ServerState, 'disk'>): boolean {
  return free < Math.min(LOW_BYTES, total * LOW_SHARE);
}
