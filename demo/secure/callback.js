// The end of a login in a window: passes its own URL to the page that opened it, and to no other.
const note = document.getElementById('note');
if (window.opener) {
  window.opener.postMessage({ resultUri: location.href }, note.dataset.origin);
  // The page closes the window when it has the result, unless the page is gone.
  setTimeout(() => window.close(), 2000);
} else {
  note.textContent = 'The page that opened this window cannot be reached. Close it and log in there again.';
}
