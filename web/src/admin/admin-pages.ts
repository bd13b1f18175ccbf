import { type ComponentType, lazy } from 'react';
import type { Workspace } from '../state/use-workspace.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';

export interface AdminPage {
  /** The path below `/admin/`. */
  readonly path: string;
  readonly getName: () => string;
  /** Shown beside the name. */
  readonly getCount?: (workspace: Workspace) => number;
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
    path: 'people',
    getName: () => lazyStrings.admin.peopleTitle,
    Page: lazy(async () => ({ default: (await import('./people-page.tsx')).PeoplePage })),
  },
  {
    path: 'invitations',
    getName: () => lazyStrings.admin.invitations,
    Page: lazy(async () => ({ default: (await import('./invitations-page.tsx')).InvitationsPage })),
  },
  {
    path: 'reports',
    getName: () => lazyStrings.admin.reports,
    getCount: ({ reports }) => reports ?? 0,
    Page: lazy(async () => ({ default: (await import('./reports-page.tsx')).ReportsPage })),
  },
  {
    path: 'emoji',
    getName: () => lazyStrings.adminEmoji.title,
    Page: lazy(async () => ({ default: (await import('./emoji/emoji-page.tsx')).EmojiPage })),
  },
  {
    path: 'settings',
    getName: () => lazyStrings.admin.settings,
    Page: lazy(async () => ({ default: (await import('./server/settings-page.tsx')).SettingsPage })),
  },
  {
    path: 'storage',
    getName: () => lazyStrings.admin.storage,
    Page: lazy(async () => ({ default: (await import('./server/storage-page.tsx')).StoragePage })),
  },
  {
    path: 'health',
    getName: () => lazyStrings.admin.health,
    Page: lazy(async () => ({ default: (await import('./server/health-page.tsx')).HealthPage })),
  },
  {
    path: 'audit',
    getName: () => lazyStrings.admin.audit,
    Page: lazy(async () => ({ default: (await import('./audit-page.tsx')).AuditPage })),
  },
];
