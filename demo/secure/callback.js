// The end of a login in a window: hands its own address to the page that opened it, and to no other.
const note = document.getElementById('note');
if (window.opener) {
  window.opener.postMessage({ resultUri: location.href }, note.dataset.origin);
  // The page closes the window when it has the result; one that is gone cannot.
  setTimeout(() => window.close(), 2000);
} else {
  note.textContent = 'The page that opened this window cannot be reached. Close it and log in there again.';
}
