import type { WorkspaceSettings } from '@snug/protocol';
import { Store } from '../base/store.ts';

/** What everyone may know of the settings of the workspace. */
export class Workspace {
  /** Undefined until they are known. */
  readonly settings = new Store<WorkspaceSettings | undefined>(undefined);

  /** Results and events can arrive in any order. */
  put(settings: WorkspaceSettings): void {
    if (settings.version >= (this.settings.get()?.version ?? 0)) this.settings.set(settings);
  }

  /** Another history has other versions. */
  clear(): void {
    this.settings.set(undefined);
  }
}
