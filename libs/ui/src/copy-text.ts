/**
 * Copies text to the clipboard. Plain http has no `navigator.clipboard`, so a selected range and `execCommand` are used. A range does not
 * move the focus, unlike an input, and works inside a dialog that traps it.
 * @returns false if neither way worked: then report it and leave the text selectable
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Rejected without permission or focus: the older way may still work.
    }
  }
  return copyByRange(text);
}

function copyByRange(text: string): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.setAttribute('aria-hidden', 'true');
  Object.assign(holder.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    whiteSpace: 'pre',
    userSelect: 'text',
    opacity: '0',
  });
  document.body.append(holder);
  try {
    selection.removeAllRanges();
    const range = document.createRange();
    range.selectNodeContents(holder);
    selection.addRange(range);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    selection.removeAllRanges();
    holder.remove();
    for (const range of before) selection.addRange(range);
  }
}
