import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const SOURCE = join(import.meta.dirname, 'src');

/** Patterns of file names without their endings, by folder of `src`. */
type Patterns = Readonly<Record<string, readonly string[]>>;

type Test = (id: string) => boolean;

/** Whether a module is one of these. Throws if a pattern matches no file, because a moved module would leave its chunk silently. */
export function matchModules(patterns: Patterns): Test {
  const paths = Object.entries(patterns).flatMap(([folder, names]) => names.map(name => join(folder, name)));
  const modules = new Set(paths.flatMap(listModules));
  return id => modules.has(id);
}

function listModules(path: string): string[] {
  const files = globSync(`${path}.*`, { cwd: SOURCE });
  if (files.length === 0) throw new Error(`web/chunk-groups.ts: web/src/${path}.* matches no file`);
  return files.map(file => join(SOURCE, file));
}

/** Modules that linking.html and first-paint.ts share with the app: in a separate chunk they load nothing else. */
const isShared = matchModules({
  'account/sign-in': ['remembered-account'],
  'chat/rooms/list': ['list-width'],
  strings: ['language', 'languages', 'create-plural'],
  'strings/en': ['plural'],
  'ui/browser': ['accent', 'import-with-styles', 'theme', 'local-storage', 'stored-value'],
  'ui/styles': ['tokens', 'base'],
});

/** Modules that must stay out of the app's chunk, although some page loads them initially. */
const isSeparate = matchModules({
  '': ['first-paint'],
  'account/linking': ['linking', 'channel'],
  strings: ['en', 'en-lazy'],
  'strings/en': ['*'],
});

/** The page of the window that links a provider. */
const LINKING_PAGE = /\/linking\.html/;

const isLazyTexts = matchModules({ strings: ['en-lazy'] });

/** Shared by the dialogs and the sign-in page. */
const isField = matchModules({ strings: ['lazy-strings'], 'ui/form': ['form', 'text-field'] });

/** Dialogs that everybody uses, and the form of an edit. app/preload-dialogs.ts loads them when the page is idle. */
const isDialog = matchModules({
  'app/shortcuts': ['*-dialog'],
  'chat/emoji': ['emoji-picker', 'picker-*', 'tone-choice', 'use-picker'],
  'chat/messages/actions': ['*'],
  'chat/messages/edit': ['edit-form', 'use-edit'],
  'chat/messages/list': ['date-typing', 'go-to-date-dialog', 'local-day', 'use-typed-date'],
  'chat/messages/row': ['delete-dialog'],
  'chat/rooms': ['*-dialog'],
  'chat/rooms/join': ['*-dialog'],
  'chat/unread': ['list-options-menu'],
  'people/direct': ['*-dialog'],
  'people/members': ['*-dialog'],
  'people/profiles': ['*-dialog'],
  'ui/dialog': ['*'],
  'ui/form': ['*'],
  'ui/menu': ['*'],
});

/** Players of sounds, and the strip that shows a recording. */
const isAudio = matchModules({
  'chat/files/audio': ['*'],
  'chat/voice': [
    'active-recording',
    'create-recorder',
    'loudness',
    'microphone-error-text',
    'recorder',
    'recording-*',
  ],
});

/** Small parts that load when the page is idle, and parts of rooms that few people see. */
const isDetail = matchModules({
  account: ['lazy-notices', 'use-notices'],
  'app/dashboard': ['own-menu-button'],
  app: [
    'background-tasks',
    'connection-fault-notice',
    'connection-status',
    'show-rejection',
    'use-connection-fault',
  ],
  'chat/arrivals': ['arrival-notice', 'arrivals', 'use-arrivals'],
  'chat/composer': ['emoji-completion', 'find-shortcode'],
  'chat/conversations': ['conversations-pill'],
  'chat/mentions': ['people-completion'],
  'chat/emoji': ['emoji-memory', 'skin-tone', 'to-custom-entry'],
  'chat/files/upload': [
    'file-drops',
    'pending-file',
    'server-version',
    'upload-error',
    'upload-file',
    'upload-progress',
    'use-file-*',
  ],
  'chat/files/view': ['file-icon'],
  'chat/messages/list': [
    'announcement',
    'copy-transcript',
    'jump-to-latest',
    'no-messages',
    'picture-lightbox',
  ],
  'chat/messages/row': ['message-actions', 'notice-row', 'pointed-row', 'row-press', 'send-failure'],
  'chat/messages/text': ['copy-code-button'],
  'chat/messages/undo': ['undo-*', 'use-undo'],
  'chat/reactions': ['add-reaction-button', 'reaction-people', 'toggle-reaction', 'use-shown-chip'],
  'chat/replies': ['conversation-strip', 'replies-link', 'reply-strip'],
  'chat/requests': ['request-note'],
  'chat/rooms': ['first-room-notice', 'lines-above-composer', 'read-only-note', 'room-menu'],
  'chat/rooms/list': ['go-to-list', 'list-resizer', 'room-row-press', 'row-menus'],
  'chat/share': ['share-strip'],
  'chat/typing': ['*'],
  'chat/unread': ['import-read-marks', 'new-messages-pill', 'use-is-line-above'],
  'notifications/ask': ['ask-line'],
  'notifications/page': ['*'],
  notifications: ['own-settings'],
  'notifications/pause': ['*'],
  'people/guests': ['guest-line'],
  'people/invites': ['invitation', 'invite-button'],
  'people/status': ['status-*', 'use-status'],
  'state/outbox': ['large-file-database', 'use-volatile-work-notice'],
  'ui/feedback': ['toast-area'],
  'ui/text': ['copy-text'],
});

/** Pages and dialogs that list messages and files. */
const isList = matchModules({
  'chat/conversations': ['*'],
  'chat/mentions': ['mentions-page', 'use-mention-list'],
  'chat/message-lists': ['*'],
  'chat/messages/excerpt': ['*'],
  'chat/pins': ['*'],
  'chat/replies/conversation': ['*'],
  'chat/requests': ['requests-dialog'],
  'chat/room-files': ['*'],
  'chat/saved': ['remind-dialog', 'saved-*', 'trim-saved', 'use-saved-list'],
});

/** The search in messages, with its words. */
const isSearchPage = matchModules({ search: ['*'] });
const isSearch: Test = id => isSearchPage(id) || /\/protocol\/src\/search\//.test(id);

/** A module belongs to the first group that matches. */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'shared', test: isShared },
  // A single file instead of one per set of dialogs with shared code: fewer requests and better compression.
  { name: 'app', test: id => !isSeparate(id) && !LINKING_PAGE.test(id), tags: ['$initial'] },
  // The app's chunk lists all chunks that it can load, each with a hash: few chunks keep the list short.
  { name: 'texts', test: isLazyTexts },
  { name: 'fields', test: isField },
  { name: 'base-ui', test: /\/node_modules\/@base-ui\// },
  { name: 'dialogs', test: isDialog },
  { name: 'audio', test: isAudio },
  { name: 'details', test: isDetail },
  { name: 'search', test: isSearch },
  { name: 'lists', test: isList },
];

export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = GROUPS.map((group, index) => ({
  ...group,
  priority: GROUPS.length - index,
}));
