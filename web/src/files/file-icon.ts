import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';

/** The first that the content type matches. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^audio\//, FileMusic],
  [/^video\//, FilePlay],
  [/zip|compressed|tar$|7z|rar|gzip/, FileArchive],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/json|xml|javascript|html|css$/, FileCode],
  [/^text\/|pdf$|word|document/, FileText],
];

/** A drawing of what kind of file it is. */
export function FileIcon({ contentType }: { contentType: string }) {
  const icon = ICONS.find(([pattern]) => pattern.test(contentType))?.[1] ?? File;
  return createElement(icon, { size: 22, strokeWidth: 1.7, 'aria-hidden': true });
}
