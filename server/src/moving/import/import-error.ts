import { BackupError } from '../../backup/backup-error.ts';

/** Nothing was imported. `message` is for the operator. */
export class ImportError extends BackupError {}
