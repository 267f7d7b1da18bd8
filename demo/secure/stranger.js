// The fault `bad-origin`: says what a frame says, from another origin and another window.
for (const type of ['@w3m-frame/READY', '@w3m-frame/SESSION_UPDATE'])
  window.top.postMessage({ type, payload: { version: '1', token: 'of a stranger' } }, '*');
