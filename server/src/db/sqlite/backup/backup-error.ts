/** What stops a backup or a restore; `message` is one line for the admin. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
