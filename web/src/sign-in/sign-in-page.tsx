import type { InviteState, SignInOptions } from '@snug/protocol';
import { lazy, Suspense, use, useLayoutEffect, useState } from 'react';
import { roomPath } from '../chat/room-path.ts';
import { loadSignInOptions } from '../providers/sign-in-options.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { navigate } from '../ui/browser/location.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import { Button } from '../ui/form/button.tsx';
import { isolateBidi } from '../ui/text/bidi.ts';
import type { Mode } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { InviterAvatar } from './inviter-avatar.tsx';
import { getPostSignInPath } from './post-sign-in-path.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviderReturn } from './provider-return.ts';
import { hasSignedInBefore } from './remembered-account.ts';
import styles from './sign-in-page.module.css';
import { useInviteState } from './use-invite-state.ts';

const DemoSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }))
  : undefined;

const { signIn } = lazyStrings;
const MODE_STRINGS = {
  'sign-in': { heading: signIn.heading, question: signIn.isNew, other: signIn.toSignUp },
  'sign-up': { heading: signIn.newHeading, question: signIn.isKnown, other: signIn.toSignIn },
};

// Requested while the page loads, so that it appears at once with all its buttons.
const optionsPromise = loadSignInOptions();

export function SignInPage() {
  const options = use(optionsPromise);
  const { invite: inviteState, isSetup } = useInviteState();
  const [isInvited] = useState(() => isInvitedByPath(options));
  const hasLink = isSetup || !!inviteState;
  const canSignUp = options.signUp === 'open' || (options.signUp === 'invite' && hasLink);
  const [mode, setMode] = useState<Mode>(isInvited || (hasLink && canSignUp) ? 'sign-up' : 'sign-in');
  const { heading, question, other } = MODE_STRINGS[mode];
  useTitle(heading);
  useProviderReturn(options);
  useInvitedRoom(inviteState?.room);
  return (
    <main className={styles.page}>
      <div className={styles.door}>
        {inviteState ? <InviterAvatar invite={inviteState} /> : <Logo size={52} />}
        <h1 className={styles.heading}>
          {inviteState?.room
            ? getGreeting(inviteState.inviter, inviteState.room.name)
            : isSetup
              ? lazyStrings.admin.welcomeTitle
              : heading}
        </h1>
        <p className={styles.words}>
          {inviteState?.room
            ? heading
            : isSetup
              ? lazyStrings.admin.welcome
              : getDescription(isInvited, inviteState, options)}
        </p>
        <CredentialsForm key={mode} mode={mode} />
        <ProviderButtons providers={options.providers} />
        {canSignUp && (
          <p className={styles.other}>
            {!(hasLink && mode === 'sign-up') && question}
            <Button variant="plain" onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
              {hasLink && mode === 'sign-up' ? signIn.haveAccount : other}
            </Button>
          </p>
        )}
      </div>
      {DemoSignIn && (
        <Suspense>
          <DemoSignIn />
        </Suspense>
      )}
    </main>
  );
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
