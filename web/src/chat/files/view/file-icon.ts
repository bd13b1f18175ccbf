import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import { createElement } from 'react';
import { getExtension } from './file-extension.ts';

/** The extension has priority, because the server detects no content type for most files. The first match wins. */
const ICONS: readonly (readonly [extension: RegExp, contentType: RegExp, LucideIcon])[] = [
  [/^(HEIC|TIFF?|BMP|PSD|SVG)$/, /^image\//, FileImage],
  [/^(MP3|WAV|FLAC|OGG|M4A)$/, /^audio\//, FileMusic],
  [/^(MP4|MOV|MKV|AVI|WEBM)$/, /^video\//, FilePlay],
  [/^(ZIP|GZ|TGZ|TAR|7Z|RAR|BZ2|XZ|ZST)$/, /zip|compressed|tar$|7z|rar$/, FileArchive],
  [/^(XLSX?|CSV|TSV|ODS|NUMBERS)$/, /spreadsheet|excel|csv/, FileSpreadsheet],
  [/^(PPTX?|ODP|KEY)$/, /presentation|powerpoint/, Presentation],
  [/^(PDF)$/, /pdf$/, FileType],
  [
    /^(JSON|XML|HTML?|CSS|[CM]?[JT]SX?|PY|GO|RS|C|H|CPP|JAVA|RB|PHP|SH|SQL|YA?ML|TOML)$/,
    /json|xml|javascript|html|css$/,
    FileCode,
  ],
  [/^(TXT|MD|LOG|DOCX?|ODT|RTF|PAGES)$/, /^text\/|word|document/, FileText],
];

interface FileIconProps {
  name: string;
  contentType: string;
}

export function FileIcon({ name, contentType }: FileIconProps) {
  const extension = getExtension(name);
  const found =
    ICONS.find(([ending]) => ending.test(extension)) ?? ICONS.find(([, type]) => type.test(contentType));
  return createElement(found?.[2] ?? File, { size: 22, strokeWidth: 1.7, 'aria-hidden': true });
}
