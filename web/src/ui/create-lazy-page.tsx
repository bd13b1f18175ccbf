import { type ComponentType, lazy, Suspense } from 'react';
import { strings } from '../strings/strings.ts';
import { LoadingPage } from './feedback/loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** A page in the place of a room, which loads on first use. */
export function createLazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Page = lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotFoundPage as ComponentType<Props> };
    }
  });
  return function LazyPage(props: Props) {
    return (
      <Suspense fallback={<LoadingPage element="div" text={strings.shell.loadingPage} />}>
        <Page {...props} />
      </Suspense>
    );
  };
}
