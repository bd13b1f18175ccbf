import { Search } from 'lucide-react';
import { SidebarLink } from '../chat/rooms/list/sidebar-link.tsx';
import { SEARCH_PATH } from '../state/search-path.ts';
import { strings } from '../strings/strings.ts';
import { navigate } from '../ui/browser/location.ts';
import { catchKeys } from '../ui/keyboard/key-catcher.ts';
import { isSearchKey, useShortcut } from '../ui/keyboard/use-shortcut.ts';

/** Opens the search, as its keys do on every page. */
export function SearchLink() {
  useShortcut(isSearchKey, openSearch);
  return <SidebarLink href={SEARCH_PATH} label={strings.rooms.search} icon={Search} />;
}

/** The page takes the keys that are typed while it loads. */
function openSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] [type="search"]');
  if (field) return field.select();
  catchKeys(() => {});
  navigate(SEARCH_PATH);
}
