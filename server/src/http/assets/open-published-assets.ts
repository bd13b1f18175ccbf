import type { FileStorage } from '../../files/storage/storage.ts';
import { createFolderAssets } from './folder-assets.ts';
import type { PublishedAssets } from './published-assets.ts';
import { StoredAssets, type StoredAssetsOptions } from './stored-assets.ts';

/** In `storage`, or without one in a folder that all servers share. */
export function openPublishedAssets(
  storage: FileStorage | undefined,
  options: Omit<StoredAssetsOptions, 'storage'>,
): PublishedAssets {
  return storage ? new StoredAssets({ storage, ...options }) : createFolderAssets(options.folder);
}
