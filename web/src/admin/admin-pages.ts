import { type ComponentType, lazy } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';

export interface AdminPage {
  /** The path below `/admin/`. */
  readonly path: string;
  readonly getName: () => string;
  /** Loaded when its page opens. */
  readonly Page: ComponentType;
}

/** In the order of the links. The first one opens at `/admin`. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    path: 'rooms',
    getName: () => lazyStrings.admin.rooms,
    Page: lazy(async () => ({ default: (await import('./rooms-page.tsx')).RoomsPage })),
  },
  {
    path: 'audit',
    getName: () => lazyStrings.admin.audit,
    Page: lazy(async () => ({ default: (await import('./audit-page.tsx')).AuditPage })),
  },
];
