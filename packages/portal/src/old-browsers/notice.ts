/**
 * Marks the document of a browser below the oldest supported one, so that its notice shows (`build/document.ts`). This file must
 * stay in the syntax of ES5: newer syntax would stop it exactly where it is needed.
 */
function isSupported() {
  try {
    // `inset` came with Chromium 87, modal dialogs with Safari 15.4; `replaceAll` excludes other old browsers.
    return (
      CSS.supports('inset', '0') &&
      'replaceAll' in String.prototype &&
      'showModal' in HTMLDialogElement.prototype
    )
  } catch (_error) {
    return false
  }
}

if (!isSupported()) document.documentElement.setAttribute('data-unsupported', '')

export {}
