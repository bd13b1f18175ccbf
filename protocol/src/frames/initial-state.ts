import type { CustomEmoji } from '../chat/custom-emoji.ts';
import type { ListedRoom, RoomState } from '../chat/room.ts';
import type { WorkspaceSettings } from '../core/setting.ts';
import type { Person } from '../people/person.ts';

/** The id of the page's element that contains the `InitialState` as JSON. */
export const INITIAL_STATE_ID = 'initial-state';

/** The header of a page whose look is not the one of the build: its service worker then copies the page again after a change. */
export const LOOK_HEADER = 'x-snug-look';

/** The id of the element of the sign-in page that contains the `InviteState` or the `SetupState` as JSON. */
export const INVITE_STATE_ID = 'invite-state';

/** The invitation in the browser's cookie, for everyone who has its link. */
export interface InviteState {
  readonly inviter: string;
  /** Whether `INVITER_AVATAR_PATH` has a picture. */
  readonly hasAvatar: boolean;
  /** Missing for an invitation without rooms. */
  readonly room?: { readonly id: string; readonly name: string };
}

/** The browser has an unused setup link: its person becomes the workspace admin. */
export interface SetupState {
  readonly isSetup: true;
}

export const INVITER_AVATAR_PATH = '/api/inviter-avatar';

/** The client shows it before its first request. */
export interface InitialState {
  readonly epoch: string;
  readonly me: Person;
  /** Servers of version 4 omit it. */
  readonly workspace?: WorkspaceSettings;
  /** This server has no search in messages. */
  readonly isSearchOff?: true;
  /** It sends no pushes. */
  readonly isPushOff?: true;
  /** The version of the workspace's emoji, and those that the rows below use. Missing if there never were any. */
  readonly emoji?: { readonly version: number; readonly rows: readonly CustomEmoji[] };
  /** Your rooms, then other open rooms. */
  readonly rooms: readonly ListedRoom[];
  /** Ids of your rooms among `rooms`. */
  readonly joined?: readonly string[];
  /** Those of the authors whom this person has blocked; missing if there are none. */
  readonly blocked?: readonly string[];
  /** With more than `MAX_UNREAD_AT_END` unread messages, its page is around the first of them. */
  readonly room?: RoomState & { hasNewer?: boolean };
}
