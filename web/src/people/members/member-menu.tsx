import { Menu } from '@base-ui/react/menu';
import type { Room } from '@snug/protocol';
import {
  Ban,
  CalendarClock,
  CircleCheck,
  MessageSquare,
  MessageSquareOff,
  Shield,
  ShieldOff,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import menu from '../../ui/menu/menu.module.css';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { PopupMenu } from '../../ui/menu/popup-menu.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { GuestEndDialog } from '../guests/guest-end-dialog.tsx';
import type { ManagedMember } from './member-list.tsx';
import styles from './member-menu.module.css';
import { type MemberChange, MemberQuestion, type Question } from './member-question.tsx';

interface MemberMenuProps {
  room: Room;
  managed: ManagedMember | undefined;
  /** Takes the focus if the person has left the list. */
  getList: () => HTMLElement | null;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** What an admin can do about a person. Removing, silencing and banning ask a question first. */
export function MemberMenu({ room, managed, getList, onClose, onChanged }: MemberMenuProps) {
  const [question, ask] = useState<Question>();
  const [isChangingEnd, changeEnd] = useState(false);
  // The menu and its questions keep their person while they close.
  const [shown, setShown] = useState(managed);
  if (managed && managed !== shown) setShown(managed);
  const { setAdmin, setMember } = useChanges(room.id, shown, async isDone => {
    // A question stays with its answer, to be sent again.
    if (isDone || question === undefined) close();
    await onChanged();
  });
  if (!shown) return null;
  const { person, button } = shown;

  function close(): void {
    ask(undefined);
    changeEnd(false);
    onClose();
  }

  return (
    <>
      <PopupMenu
        label={lazyStrings.members.manage(person.name)}
        isOpen={managed !== undefined && question === undefined && !isChangingEnd}
        onOpenChange={(isOpen, reason) => !isOpen && reason !== 'item-press' && close()}
        anchor={button}
        isByKey={shown.isByKey}
        getFinalFocus={() => (question === undefined && !isChangingEnd ? button : false)}
      >
        <MenuItems
          managed={shown}
          onAsk={ask}
          onAdmin={(admin, done) => void setAdmin(admin, done)}
          onMember={(change, done) => void setMember(change, done)}
          onEnd={() => changeEnd(true)}
        />
      </PopupMenu>
      <GuestEndDialog
        person={person}
        until={shown.guestUntil}
        isOpen={isChangingEnd}
        onClose={close}
        onChanged={() => void onChanged()}
        getFinalFocus={() => button}
      />
      <MemberQuestion
        question={question}
        person={person}
        isPrivate={room.kind === 'private'}
        onConfirm={setMember}
        onClose={close}
        getFinalFocus={() => (button.isConnected ? button : getList())}
      />
    </>
  );
}

type Done = (name: string) => string;

/** `done`: the text of the toast. */
function useChanges(
  roomId: string,
  managed: ManagedMember | undefined,
  onEnd: (isDone: boolean) => Promise<void>,
) {
  const { connection } = useChat();
  const { uid = '', name = '' } = managed?.person ?? {};

  async function run(change: Promise<unknown>, done: Done): Promise<void> {
    try {
      await change;
    } catch (error) {
      showCommandError(error);
      return onEnd(false);
    }
    showSuccess(done(isolateBidi(name)));
    await onEnd(true);
  }

  return {
    setAdmin: (admin: boolean, done: Done) =>
      run(connection.command('set_admin', { roomId, uid, admin }), done),
    setMember: (change: MemberChange, done: Done) =>
      run(connection.command('set_member', { roomId, uid, ...change }), done),
  };
}

interface MenuItemsProps {
  managed: ManagedMember;
  onAsk: (question: Question) => void;
  onAdmin: (admin: boolean, done: Done) => void;
  onMember: (change: MemberChange, done: Done) => void;
  /** To change the end of the access of a guest. */
  onEnd: () => void;
}

function MenuItems(props: MenuItemsProps) {
  const { managed, onAdmin, onMember } = props;
  const texts = lazyStrings.members;
  if (managed.isAdmin) {
    return (
      <>
        <MenuItem icon={ShieldOff} onClick={() => onAdmin(false, texts.isNoAdmin)}>
          {texts.removeAdmin}
        </MenuItem>
        <Menu.Separator className={menu.separator} />
        <Menu.Group className={styles.group} aria-label={texts.adminFirst} data-reason={texts.adminFirst}>
          <MenuItem icon={MessageSquareOff} disabled>
            {texts.silence}
          </MenuItem>
          <MenuItem icon={UserMinus} disabled>
            {texts.remove}
          </MenuItem>
          <MenuItem icon={Ban} disabled>
            {texts.ban}
          </MenuItem>
        </Menu.Group>
      </>
    );
  }
  if (managed.isBanned) {
    return (
      <MenuItem icon={CircleCheck} onClick={() => onMember({ bannedUntil: null }, texts.unbanned)}>
        {texts.unban}
      </MenuItem>
    );
  }
  return (
    <>
      {managed.person.guest && managed.isMember && (
        <MenuItem icon={CalendarClock} onClick={props.onEnd}>
          {lazyStrings.guests.changeEnd}
        </MenuItem>
      )}
      {!managed.person.bot && !managed.person.guest && (
        <MenuItem icon={Shield} onClick={() => onAdmin(true, texts.isAdmin)}>
          {texts.makeAdmin}
        </MenuItem>
      )}
      {!managed.isMember && (
        <MenuItem icon={UserPlus} onClick={() => onMember({ member: true }, texts.added)}>
          {texts.add}
        </MenuItem>
      )}
      <SilenceItem {...props} />
      <Menu.Separator className={menu.separator} />
      {managed.isMember && <AskItem question="remove" {...props} />}
      <AskItem question="ban" {...props} />
    </>
  );
}

function SilenceItem({ managed, onAsk, onMember }: MenuItemsProps) {
  const { silence, endSilence, silenceEnded } = lazyStrings.members;
  if (!managed.isSilenced)
    return (
      <MenuItem icon={MessageSquareOff} onClick={() => onAsk('silence')}>
        {silence}
      </MenuItem>
    );
  return (
    <MenuItem icon={MessageSquare} onClick={() => onMember({ silencedUntil: null }, silenceEnded)}>
      {endSilence}
    </MenuItem>
  );
}

function AskItem({ question, onAsk }: Pick<MenuItemsProps, 'onAsk'> & { question: 'remove' | 'ban' }) {
  return (
    <MenuItem icon={question === 'ban' ? Ban : UserMinus} isDanger onClick={() => onAsk(question)}>
      {lazyStrings.members[question]}
    </MenuItem>
  );
}
