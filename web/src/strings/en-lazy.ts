import { accountTexts } from './en/account-texts.ts';
import { adminTexts } from './en/admin-texts.ts';
import { composerTexts } from './en/composer-texts.ts';
import { emojiTexts } from './en/emoji-texts.ts';
import { filesTexts } from './en/files-texts.ts';
import { messagesTexts } from './en/messages-texts.ts';
import { notificationChoicesTexts } from './en/notification-choices-texts.ts';
import { notificationsTexts } from './en/notifications-texts.ts';
import { peopleTexts } from './en/people-texts.ts';
import { programsTexts } from './en/programs-texts.ts';
import { roomsTexts } from './en/rooms-texts.ts';
import { searchTexts } from './en/search-texts.ts';
import { shellTexts } from './en/shell-texts.ts';
import { signInTexts } from './en/sign-in-texts.ts';

export const enLazy = {
  ...accountTexts,
  ...signInTexts,
  ...roomsTexts,
  ...messagesTexts,
  ...emojiTexts,
  ...composerTexts,
  ...peopleTexts,
  ...notificationsTexts,
  ...filesTexts,
  ...programsTexts,
  ...adminTexts,
  ...searchTexts,
  ...shellTexts,
  ...notificationChoicesTexts,
};
