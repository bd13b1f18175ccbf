import { lazy, Suspense } from 'react';
import { NotFoundPage } from '../app/not-found-page.tsx';
import { strings } from '../strings/strings.ts';
import { LoadingPage } from '../ui/feedback/loading.tsx';

const AdminScreen = lazy(async () => {
  try {
    return { default: (await import('./admin-screen.tsx')).AdminScreen };
  } catch {
    return { default: NotFoundPage };
  }
});

export function LazyAdmin({ path }: { path: string }) {
  return (
    <Suspense fallback={<LoadingPage text={strings.shell.loadingPage} />}>
      <AdminScreen path={path} />
    </Suspense>
  );
}
