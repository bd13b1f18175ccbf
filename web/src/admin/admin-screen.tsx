import { ChevronLeft } from 'lucide-react';
import { Suspense } from 'react';
import { ManagesRooms } from '../people/members/use-admins.ts';
import { useWorkspace, type Workspace } from '../state/use-workspace.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { useSearchParam } from '../ui/browser/location.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { LoadingPage, LoadingText } from '../ui/feedback/loading.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { formatBadge } from '../ui/text/badge.ts';
import { VisuallyHidden } from '../ui/text/visually-hidden.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';
import styles from './admin-screen.module.css';
import { SetupQuestion } from './setup-question.tsx';

/** `path`: `/admin`, or that of one of the pages. */
export function AdminScreen({ path }: { path: string }) {
  const [workspace, reload] = useWorkspace();
  const code = useSearchParam('setup');
  if (code !== undefined) return <SetupQuestion code={code} onAnswer={reload} />;
  if (!workspace) return <LoadingPage element="div" text={strings.shell.loadingPage} />;
  return workspace.admin ? <AdminPages path={path} workspace={workspace} /> : <NotFoundPage />;
}

function AdminPages({ path, workspace }: { path: string; workspace: Workspace }) {
  const { title, pages } = lazyStrings.admin;
  useTitle(title);
  const wanted = path.slice('/admin/'.length);
  const current = wanted === '' ? ADMIN_PAGES[0] : ADMIN_PAGES.find(page => page.path === wanted);
  if (!current) return <NotFoundPage />;
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.top}>
          <Link className={styles.back} href="/" aria-label={strings.rooms.back}>
            <ChevronLeft size={24} aria-hidden data-directed />
          </Link>
          <h1 className={styles.title}>{title}</h1>
        </div>
        <nav className={styles.pages} aria-label={pages}>
          {ADMIN_PAGES.map(page => (
            <Link
              key={page.path}
              ref={page === current ? scrollIntoView : undefined}
              href={`/admin/${page.path}`}
              className={styles.page}
              aria-current={page === current ? 'page' : undefined}
            >
              {page.getName()}
              <Count of={page.getCount?.(workspace) ?? 0} />
            </Link>
          ))}
        </nav>
      </header>
      <Suspense fallback={<LoadingText />}>
        <ManagesRooms value={true}>
          <current.Page />
        </ManagesRooms>
      </Suspense>
    </div>
  );
}

/** On narrow screens, the links are wider than the screen. */
function scrollIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Of the open reports. */
function Count({ of: count }: { of: number }) {
  if (count === 0) return null;
  const shown = formatBadge(count);
  return (
    <span className={styles.count}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{lazyStrings.admin.openReports(count, shown)}</VisuallyHidden>
    </span>
  );
}
