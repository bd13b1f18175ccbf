export const QUOTE = /^>(?: |$)/;
export const ITEM = /^( {0,20})([-*•]|\d{1,9}[.)]) +/;
export const CONTINUATION = /^ {2,}/;
