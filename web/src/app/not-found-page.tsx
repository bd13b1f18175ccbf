import { strings } from '../strings/strings.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { PageNotice } from '../ui/feedback/page-notice.tsx';
import { LinkButton } from '../ui/form/link-button.tsx';

export function NotFoundPage() {
  useTitle(strings.shell.pageNotFound);
  return (
    <PageNotice title={strings.shell.pageNotFound} text={strings.shell.pageNotFoundDescription}>
      <LinkButton href="/">{strings.shell.toRooms}</LinkButton>
    </PageNotice>
  );
}
