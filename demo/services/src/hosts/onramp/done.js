// The end of a payment: leads to the page that was named, or closes the window.
const { then, closeMs } = document.getElementById('note').dataset;
if (closeMs !== undefined) {
  setTimeout(() => {
    if (then) location.replace(then);
    else window.close();
  }, Number(closeMs));
}
