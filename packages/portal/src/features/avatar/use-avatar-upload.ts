import { setHeadpic } from '@kerf/contract/endpoints/profile'
import { useEffect, useRef, useState } from 'react'
