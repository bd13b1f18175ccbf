import { Store } from '@snug/client';

export interface Shared {
  text: string;
  files: readonly File[];
}

export const pendingShare = new Store<Shared | undefined>(undefined);
