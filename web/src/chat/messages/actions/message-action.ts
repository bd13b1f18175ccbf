import type { Chat } from '@snug/client';
import type { Person, Room } from '@snug/protocol';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Workspace } from '../../../state/use-workspace.ts';
import type { Row } from '../rows.ts';

/** An entry of a message's menu ("More") and of its sheet on touch screens. */
export interface MessageAction {
  icon: LucideIcon;
  isDanger?: boolean;
  /** One capital letter that runs it on a focused row. `ACTION_KEYS` contains it, too. */
  key?: string;
  /** The action moves the focus itself. Otherwise it returns to the row. */
  movesFocus?: boolean;
  /** Undefined if the message has no such entry for this person. */
  getLabel: (context: ActionContext) => string | undefined;
  run: (context: ActionContext) => void;
}

export interface ActionContext {
  chat: Chat;
  me: Person;
  /** A stored message. */
  row: Row;
  /** Undefined until the room has loaded. */
  room: Room | undefined;
  isOwn: boolean;
  isRoomAdmin: boolean;
  isSaved: boolean;
  /** Its conversation. */
  isFollowed: boolean;
  /** The rights on this server; undefined until they are known. */
  workspace: Workspace | undefined;
  /** Shows a dialog about the message. The focus returns to the row afterwards. */
  showDialog: (load: () => Promise<ComponentType<ActionDialogProps>>) => void;
}

export interface ActionDialogProps {
  row: Row;
  isOpen: boolean;
  onClose: () => void;
  /** The element for the focus after closing. */
  getFinalFocus: () => HTMLElement | null;
}
