/** The entry point of the page. */

import { render } from 'preact'
import { App } from './app.tsx'
import { watchWindow } from './state/dead-time.ts'
import { count, startInbox } from './state/inbox.ts'
import { showInTitle } from './state/notice.ts'
import { startTicking } from './state/now.ts'
import { startRouting } from './state/route.ts'
import { session, startSession } from './state/session.ts'
import { applyTheme } from './state/theme.ts'
import './style.css'

applyTheme()
startRouting()
startTicking()
watchWindow()
startInbox()
showInTitle(() => (session.value === null ? undefined : count.value))
render(<App />, document.getElementById('page') as HTMLElement)
void startSession()
