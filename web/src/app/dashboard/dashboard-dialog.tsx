import { AccountSection } from '../../account/account-section.tsx';
import { LinkedAccounts } from '../../account/linking/linked-accounts.tsx';
import { AvatarSection } from '../../account/profile/avatar-section.tsx';
import { Nickname } from '../../account/profile/nickname.tsx';
import { SendLinkAgain } from '../../account/send-link-again.tsx';
import { Sessions } from '../../account/sessions/sessions.tsx';
import { SignOutSection } from '../../account/sessions/sign-out-section.tsx';
import { NotificationChoices } from '../../notifications/settings/notification-choices.tsx';
import { NotificationsSection } from '../../notifications/settings/notifications-section.tsx';
import { AccessTokensSection } from '../../programs/access-tokens-section.tsx';
import { useMe } from '../../state/chat-context.ts';
import { useWorkspace } from '../../state/use-workspace.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { LinkButton } from '../../ui/form/link-button.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import styles from './dashboard-dialog.module.css';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function DashboardDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog
      title={strings.shell.dashboard}
      shape="drawer"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Its first field is far below.
      getInitialFocus={heading => heading}
    >
      <DashboardContent onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

function DashboardContent({ onLeave }: { onLeave: () => void }) {
  const me = useMe();
  return (
    <div className={styles.content}>
      <div className={styles.me}>
        <Avatar person={me} size={64} />
        <p className={styles.greeting}>
          <Sentence of={lazyStrings.dashboard.greeting} with={<Name of={me.name} />} />
        </p>
      </div>
      <AvatarSection />
      <Nickname />
      <LinkedAccounts />
      <AccountSection />
      <ThemeSwitch />
      <NotificationsSection>
        <NotificationChoices confirmation={<SendLinkAgain />} />
        <SoundSwitch />
      </NotificationsSection>
      <Sessions />
      <AccessTokensSection />
      <ShortcutsSection />
      <AdminLink onFollow={onLeave} />
      <SignOutSection className={styles.signOut} />
    </div>
  );
}

/** For workspace admins only. */
function AdminLink({ onFollow }: { onFollow: () => void }) {
  const [workspace] = useWorkspace();
  return (
    workspace?.admin && (
      <LinkButton href="/admin" onClick={onFollow}>
        {lazyStrings.admin.open}
      </LinkButton>
    )
  );
}
