import { createHash } from 'node:crypto';
import { RELEASE } from '../../base/release.ts';

/** The assets of the newest builds whose servers share a database. During an upgrade, a page of one build requests its assets from any server. */
export interface PublishedAssets {
  /** The folder of this server with one folder for each build. */
  readonly folder: string;
  /** Publishes the assets of this build, before a page names them. Throws a `StartError` if that never works. Returns a function that ends it. */
  start(assets: string): Promise<() => void>;
  /** Returns the folder that contains the asset; undefined if no build has it. */
  find(name: string): Promise<string | undefined>;
}

/** This build, the one before it, and one more for a rollback. */
export const KEPT_BUILDS = 3;

/** Each name of an asset contains a hash of its content. */
export function nameBuild(assets: readonly string[]): string {
  return `${RELEASE}-${createHash('sha256').update(assets.toSorted().join()).digest('hex').slice(0, 12)}`;
}
