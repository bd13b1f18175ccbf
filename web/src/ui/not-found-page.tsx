import { strings } from '../strings/strings.ts';
import { useTitle } from './browser/use-title.ts';
import { PageNotice } from './feedback/page-notice.tsx';
import { LinkButton } from './form/link-button.tsx';

export function NotFoundPage() {
  useTitle(strings.shell.pageNotFound);
  return (
    <PageNotice title={strings.shell.pageNotFound} text={strings.shell.pageNotFoundDescription}>
      <LinkButton href="/">{strings.shell.toRooms}</LinkButton>
    </PageNotice>
  );
}
