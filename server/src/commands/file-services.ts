import { join } from 'node:path';
import { LogoService, type LogoServiceOptions } from '../admin/settings/logo-service.ts';
import { EmojiService, type EmojiServiceOptions } from '../chat/emoji/emoji-service.ts';
import type { Config } from '../config/config.ts';
import { readDiskSpace } from '../files/disk-space.ts';
import type { FileWriter } from '../files/files.ts';
import { FileRemoval } from '../files/removal.ts';
import { openScratchFolder } from '../files/scratch.ts';
import { CachedStorage, type CachedStorageOptions } from '../files/storage/cached-storage.ts';
import { openStorage, type StorageSettings } from '../files/storage/open-storage.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import type { UploadAdmissionOptions } from '../files/upload-admission.ts';
import { UploadReceiver, type UploadReceiverOptions } from '../files/upload-receiver.ts';
import { isAvatarKey } from '../people/profiles/avatar.ts';
import { AvatarService, type AvatarServiceOptions } from '../people/profiles/avatar-service.ts';

export interface FileServicesOptions extends UploadAdmissionOptions {
  storage: FileStorage;
  /** The folder of this process for uploads in progress. */
  folder: string;
  writer: FileWriter &
    AvatarServiceOptions['writer'] &
    LogoServiceOptions['writer'] &
    EmojiServiceOptions['writer'];
  metrics?: UploadReceiverOptions['metrics'];
}

export interface FileServices {
  storage: FileStorage;
  uploads: UploadReceiver;
  removal: FileRemoval;
  avatars: AvatarService;
  logos: LogoService;
  emoji: EmojiService;
}

export function createFileServices(options: FileServicesOptions): FileServices {
  const removal = new FileRemoval(options);
  return {
    storage: options.storage,
    uploads: new UploadReceiver({ ...options, removal }),
    removal,
    avatars: new AvatarService({ ...options, removal }),
    logos: new LogoService({ ...options, removal }),
    emoji: new EmojiService({ ...options, removal }),
  };
}

/** Removes the uploads in progress of ended processes. `alone`: only this process uses the folder. */
export function openFiles(
  settings: StorageSettings,
  alone: boolean,
  storage = openStorage(settings),
): Pick<FileServicesOptions, 'storage' | 'folder' | 'diskSpace'> {
  const { data } = settings;
  return {
    folder: openScratchFolder(join(data, 'uploads'), { alone, now: Date.now() }),
    storage,
    diskSpace: () => readDiskSpace(data),
  };
}

/** Everyone sees the pictures of people, so each server asks a store in the network once for each of them. */
export function cacheAvatars(
  storage: FileStorage,
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  clock: CachedStorageOptions['clock'],
): CachedStorage {
  const alone = databaseUrl === undefined;
  const folder = openScratchFolder(join(data, 'cache'), { alone, now: Date.now() });
  return new CachedStorage({ storage, folder, isCached: isAvatarKey, clock });
}
