import { lazy, Suspense, useLayoutEffect } from 'react';
import { isLinkPath } from '../account/sign-in/link-paths.ts';
import { getPostSignInPath } from '../account/sign-in/post-sign-in-path.ts';
import { reloadSession, type Session, session } from '../account/sign-in/session.ts';
import { useStore } from '../state/use-store.ts';
import { strings } from '../strings/strings.ts';
import { navigate, usePath } from '../ui/browser/location.ts';
import { useTimeZone } from '../ui/browser/time-zone.ts';
import { LazyToastArea } from '../ui/feedback/lazy-toast-area.tsx';
import { LoadingPage } from '../ui/feedback/loading.tsx';
import { PageNotice } from '../ui/feedback/page-notice.tsx';
import { Button } from '../ui/form/button.tsx';
import { ChatProvider } from './chat-provider.tsx';
import { ChatScreen } from './chat-screen.tsx';

const SIGN_IN = '/signin';

const SignInPage = lazy(async () => {
  try {
    return await import('../account/sign-in/sign-in-page.tsx').then(module => ({
      default: module.SignInPage,
    }));
  } catch {
    return { default: SignInLoadFailed };
  }
});

export function App() {
  useTimeZone();
  return (
    <>
      <SessionPage session={useStore(session)} />
      <LazyToastArea />
    </>
  );
}

function SessionPage({ session }: { session: Session }) {
  const path = usePath();
  if (session.status === 'loading') return <LoadingPage text={strings.shell.loading} />;
  if (session.status === 'unreachable') return <Unreachable onRetry={reloadSession} />;
  if (session.status === 'signed_out' || isLinkPath(path)) return <SignedOutPages />;
  return (
    <ChatProvider key={session.account.id} {...session}>
      {path === SIGN_IN ? <Redirect to={getPostSignInPath()} /> : <ChatScreen />}
    </ChatProvider>
  );
}

function SignedOutPages() {
  const path = usePath();
  if (path !== SIGN_IN && !isLinkPath(path)) return <Redirect to={SIGN_IN} wanted={path + location.search} />;
  return (
    <Suspense fallback={<LoadingPage text={strings.shell.loadingPage} />}>
      <SignInPage />
    </Suspense>
  );
}

/** `wanted`: the path to open after the sign-in. */
function Redirect({ to, wanted }: { to: string; wanted?: string }) {
  useLayoutEffect(() => {
    navigate(to, { replace: true, state: wanted === undefined ? null : { wanted } });
  }, [to, wanted]);
  return null;
}

function SignInLoadFailed() {
  // Browsers cache a failed import, so only a reload can retry it.
  return <Unreachable onRetry={() => location.reload()} />;
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <PageNotice element="main" title={strings.shell.unreachable} text={strings.shell.unreachableDescription}>
      <Button variant="main" onClick={onRetry}>
        {strings.shell.tryAgain}
      </Button>
    </PageNotice>
  );
}
