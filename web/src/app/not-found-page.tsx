import { words } from '../strings/strings.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { PageNotice } from '../ui/feedback/page-notice.tsx';
import { LinkButton } from '../ui/form/link-button.tsx';

/** For an address that leads nowhere in Snug. */
export function NotFoundPage() {
  useTitle(words.shell.noPage);
  return (
    <PageNotice title={words.shell.noPage} words={words.shell.noPageWhy}>
      <LinkButton href="/">{words.shell.toRooms}</LinkButton>
    </PageNotice>
  );
}
