import { SEARCH_PATH } from '../state/search-path.ts';
import { navigate } from '../ui/browser/location.ts';
import { catchKeys } from '../ui/keyboard/key-catcher.ts';

/** The page takes the keys that are typed while it loads. */
export function openSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] [type="search"]');
  if (field) return field.select();
  catchKeys(() => {});
  navigate(SEARCH_PATH);
}
