import { INVITER_AVATAR_PATH, type InviteState, type SignInOptions } from '@snug/protocol';
import { lazy, Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { notifySetting } from '../../notifications/device/notify-setting.ts';
import { roomPath } from '../../state/room-path.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { navigate, usePath } from '../../ui/browser/location.ts';
import { workspaceName } from '../../ui/browser/workspace-name.ts';
import { Button } from '../../ui/form/button.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { usePasskeySuggestions } from '../passkeys/use-passkey-suggestions.ts';
import { loadSignInOptions } from '../providers/sign-in-options.ts';
import type { Mode } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { findExpectedAddress } from './expected-address.ts';
import { CLAIM_PATH, CODE_PATH, CONFIRMATION_PATH, RECOVERY_PATH } from './link-paths.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviderReturn } from './provider-return.ts';
import { hasSignedInBefore } from './remembered-account.ts';
import { hasBeenSignedIn, session } from './session.ts';
import { SignInLayout } from './sign-in-layout.tsx';
import styles from './sign-in-page.module.css';
import { useInviteState } from './use-invite-state.ts';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

const DemoSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }))
  : undefined;

const RecoveryPage = lazy(async () => ({
  default: (await import('../recovery/recovery-page.tsx')).RecoveryPage,
}));

const ClaimPage = lazy(async () => ({
  default: (await import('../claim/claim-page.tsx')).ClaimPage,
}));

const ConfirmationPage = lazy(async () => ({
  default: (await import('../recovery/confirmation-page.tsx')).ConfirmationPage,
}));

const CodePage = lazy(async () => ({
  default: (await import('../two-step/code-page.tsx')).CodePage,
}));

const WrongAddressPage = lazy(async () => ({
  default: (await import('./wrong-address-page.tsx')).WrongAddressPage,
}));

const ForgottenPage = lazy(async () => ({
  default: (await import('../recovery/forgotten-page.tsx')).ForgottenPage,
}));

const { signIn } = lazyStrings;
const MODE_STRINGS = {
  'sign-in': { question: signIn.isNew, other: signIn.toSignUp },
  'sign-up': { question: signIn.isKnown, other: signIn.toSignIn },
};

// Requested while the page loads, so that it appears at once with all its buttons.
const optionsPromise = loadSignInOptions();

/** All pages for people who are not signed in. */
export function SignInPage() {
  const path = usePath();
  const [isForgotten, setForgotten] = useState(false);
  useEffect(leaveSignedOutDevice, []);
  const options = use(optionsPromise);
  const expected = findExpectedAddress(options);
  if (expected !== undefined) return <WrongAddressPage expected={expected} />;
  if (path === RECOVERY_PATH) return <RecoveryPage />;
  if (path === CLAIM_PATH) return <ClaimPage options={options} />;
  if (path === CONFIRMATION_PATH) return <ConfirmationPage />;
  if (path === CODE_PATH) return <CodePage />;
  if (isForgotten) return <ForgottenPage onBack={() => setForgotten(false)} />;
  return <SignIn onForgotten={() => setForgotten(true)} />;
}

/** Their session has ended elsewhere: this browser must not show their notifications to the next person. */
function leaveSignedOutDevice(): void {
  if (session.get().status !== 'signed_out' || notifySetting.get() !== 'on') return;
  void import('../../notifications/device/turn-off.ts').then(({ leaveDevice }) => leaveDevice());
}

function SignIn({ onForgotten }: { onForgotten: () => void }) {
  const options = use(optionsPromise);
  const { invite: inviteState, isSetup } = useInviteState();
  const [isInvited] = useState(() => isInvitedByPath(options));
  const hasLink = isSetup || !!inviteState;
  const canSignUp = isSetup || options.signUp === 'open' || (options.signUp === 'invite' && hasLink);
  const isFirst = !hasLink && options.isNew === true && !hasBeenSignedIn();
  const [mode, setMode] = useState<Mode>(
    isInvited || isFirst || (hasLink && canSignUp) ? 'sign-up' : 'sign-in',
  );
  const hasForm = mode === 'sign-in' || canSignUp;
  const offersPasskeys = mode === 'sign-in' && options.passkeys === true && hasPasskeys();
  const { question, other } = MODE_STRINGS[mode];
  const heading = mode === 'sign-in' ? signIn.heading(getName(options)) : signIn.newHeading;
  useLayoutEffect(() => workspaceName.set(getName(options)), [options]);
  useProviderReturn(options);
  useSessionElsewhere();
  usePasskeySuggestions(offersPasskeys);
  useInvitedRoom(inviteState?.room);
  const greeting = inviteState?.room && getGreeting(inviteState.inviter, inviteState.room.name);
  const first = canSignUp ? signIn.first : signIn.firstByLink;
  const description = isFirst && mode === 'sign-up' ? first : getDescription(isInvited, inviteState, options);
  return (
    <SignInLayout
      title={heading}
      heading={greeting ?? (isSetup ? lazyStrings.admin.welcomeTitle : heading)}
      words={greeting === undefined ? (isSetup ? lazyStrings.admin.welcome : description) : heading}
      picture={inviteState && <InviterAvatar invite={inviteState} />}
      below={
        DemoSignIn && (
          <Suspense>
            <DemoSignIn />
          </Suspense>
        )
      }
    >
      {hasForm && <CredentialsForm key={mode} mode={mode} hasMail={options.mail === true} />}
      {options.mail && mode === 'sign-in' && (
        <Button variant="plain" className={styles.forgotten} onClick={onForgotten}>
          {lazyStrings.recovery.forgotten}
        </Button>
      )}
      {hasForm && <ProviderButtons providers={options.providers} hasPasskeys={offersPasskeys} />}
      {(canSignUp || mode === 'sign-up') && (
        <p className={styles.other}>
          {!(hasLink && mode === 'sign-up') && question}
          <Button variant="plain" onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
            {hasLink && mode === 'sign-up' ? signIn.haveAccount : other}
          </Button>
        </p>
      )}
    </SignInLayout>
  );
}

/** The picture has a path of its own, because others need a session. */
function InviterAvatar({ invite: { inviter, hasAvatar } }: { invite: InviteState }) {
  const person = { uid: inviter, name: inviter, ...(hasAvatar && { avatar: INVITER_AVATAR_PATH }) };
  return <Avatar person={person} size={64} />;
}

function getName({ name = 'Snug' }: SignInOptions): string {
  return name;
}

/** By the address of a room. */
function isInvitedByPath({ signUp }: SignInOptions): boolean {
  return getPostSignInPath().startsWith('/chat/') && signUp === 'open' && !hasSignedInBefore();
}

function getDescription(
  isInvited: boolean,
  invite: InviteState | null | undefined,
  { signUp }: SignInOptions,
): string {
  if (invite === null) return lazyStrings.invites.over;
  if (signUp === 'invite' && !invite) return signIn.byInvitation;
  return isInvited ? signIn.invited : signIn.description;
}

function getGreeting(inviter: string, room: string): string {
  return signIn.invitedTo(isolateBidi(inviter), isolateBidi(room));
}

/** The server joins the rooms of an invitation at the sign-in. The first of them opens. */
function useInvitedRoom(room: InviteState['room']): void {
  useLayoutEffect(() => {
    if (!room) return;
    const state = { wanted: roomPath(room.id) };
    navigate(location.pathname + location.search, { replace: true, state });
  }, [room]);
}
