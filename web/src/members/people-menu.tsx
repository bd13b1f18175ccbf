import { Menu } from '@base-ui/react/menu';
import type { Room } from '@snug/protocol';
import {
  Ban,
  CircleCheck,
  type LucideIcon,
  MessageSquare,
  MessageSquareOff,
  Shield,
  ShieldOff,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { classNames } from '../ui/class-names.ts';
import { useOpenTransition } from '../ui/dialog/use-open-transition.ts';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import menu from '../ui/menu/menu.module.css';
import { isolateBidi } from '../ui/text/bidi.ts';
import type { ManagedPerson } from './people-list.tsx';
import styles from './people-menu.module.css';
import { type MemberChange, PeopleQuestion, type Question } from './people-question.tsx';

interface PeopleMenuProps {
  room: Room;
  managed: ManagedPerson | undefined;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** What an admin can do about a person. Removing, silencing and banning ask a question first. */
export function PeopleMenu({ room, managed, onClose, onChanged }: PeopleMenuProps) {
  const [question, ask] = useState<Question>();
  // The menu and its questions keep their person while they close.
  const [shown, setShown] = useState(managed);
  if (managed && managed !== shown) setShown(managed);
  const isOpen = useOpenTransition(managed !== undefined && question === undefined);
  const { setAdmin, setMember } = useChanges(room.id, shown, async () => {
    close();
    await onChanged();
  });
  if (!shown) return null;
  const { person, button } = shown;

  function close(): void {
    ask(undefined);
    onClose();
  }

  return (
    <>
      <Menu.Root
        open={isOpen}
        onOpenChange={(isOpen, { reason }) => !isOpen && reason !== 'item-press' && close()}
      >
        <Menu.Portal>
          <Menu.Positioner
            // A landmark, like all content of the page. In that of the dialog, the focus would not return.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its element is not ours
            role="region"
            aria-label={lazyStrings.members.manage(person.name)}
            className={menu.place}
            anchor={button}
            align="end"
            sideOffset={4}
            collisionPadding={8}
          >
            <Menu.Popup
              ref={shown.isByKey ? focusFirstItem : undefined}
              className={classNames(menu.menu, styles.menu)}
              aria-label={lazyStrings.members.manage(person.name)}
              finalFocus={() => (question === undefined ? button : false)}
            >
              <MenuItems
                managed={shown}
                onAsk={ask}
                onAdmin={(admin, done) => void setAdmin(admin, done)}
                onMember={(change, done) => void setMember(change, done)}
              />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <PeopleQuestion
        question={question}
        person={person}
        isPrivate={room.kind === 'private'}
        onConfirm={setMember}
        onClose={close}
        getFinalFocus={() => (button.isConnected ? button : null)}
      />
    </>
  );
}

/** Without a trigger, a menu that a key opened focuses no item by itself. */
function focusFirstItem(popup: HTMLElement | null): void {
  popup?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

type Done = (name: string) => string;

/** `done`: the text of the toast. */
function useChanges(roomId: string, managed: ManagedPerson | undefined, onEnd: () => Promise<void>) {
  const chat = useChat();
  const { uid = '', name = '' } = managed?.person ?? {};

  async function run(change: Promise<unknown>, done: Done): Promise<void> {
    try {
      await change;
      showSuccess(done(isolateBidi(name)));
    } catch (error) {
      showCommandError(error);
    }
    await onEnd();
  }

  return {
    setAdmin: (admin: boolean, done: Done) => run(chat.setAdmin({ roomId, uid, admin }), done),
    setMember: (change: MemberChange, done: Done) => run(chat.setMember({ roomId, uid, ...change }), done),
  };
}

interface MenuItemsProps {
  managed: ManagedPerson;
  onAsk: (question: Question) => void;
  onAdmin: (admin: boolean, done: Done) => void;
  onMember: (change: MemberChange, done: Done) => void;
}

function MenuItems(props: MenuItemsProps) {
  const { managed, onAdmin, onMember } = props;
  const texts = lazyStrings.members;
  if (managed.isAdmin) {
    return (
      <>
        <Item icon={ShieldOff} onClick={() => onAdmin(false, texts.isNoAdmin)}>
          {texts.removeAdmin}
        </Item>
        <Menu.Separator className={menu.separator} />
        <Menu.Group className={styles.group} aria-label={texts.adminFirst} data-reason={texts.adminFirst}>
          <Item icon={MessageSquareOff} disabled>
            {texts.silence}
          </Item>
          <Item icon={UserMinus} disabled>
            {texts.remove}
          </Item>
          <Item icon={Ban} disabled>
            {texts.ban}
          </Item>
        </Menu.Group>
      </>
    );
  }
  if (managed.isBanned) {
    return (
      <Item icon={CircleCheck} onClick={() => onMember({ bannedUntil: null }, texts.unbanned)}>
        {texts.unban}
      </Item>
    );
  }
  return (
    <>
      <Item icon={Shield} onClick={() => onAdmin(true, texts.isAdmin)}>
        {texts.makeAdmin}
      </Item>
      {!managed.isMember && (
        <Item icon={UserPlus} onClick={() => onMember({ member: true }, texts.added)}>
          {texts.add}
        </Item>
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
      <Item icon={MessageSquareOff} onClick={() => onAsk('silence')}>
        {silence}
      </Item>
    );
  return (
    <Item icon={MessageSquare} onClick={() => onMember({ silencedUntil: null }, silenceEnded)}>
      {endSilence}
    </Item>
  );
}

function AskItem({ question, onAsk }: Pick<MenuItemsProps, 'onAsk'> & { question: 'remove' | 'ban' }) {
  return (
    <Item icon={question === 'ban' ? Ban : UserMinus} className={menu.danger} onClick={() => onAsk(question)}>
      {lazyStrings.members[question]}
    </Item>
  );
}

type ItemProps = ComponentProps<typeof Menu.Item> & { icon: LucideIcon; className?: string | undefined };

function Item({ icon: Icon, className, children, ...props }: ItemProps) {
  return (
    <Menu.Item {...props} className={classNames(menu.item, styles.item, className)}>
      <Icon size={18} strokeWidth={1.9} aria-hidden />
      {children}
    </Menu.Item>
  );
}
