import { Body, Controller, Get, Post } from '@nestjs/common';
import { NewOrderAction } from './order.dto.js';
import { OrdersService } from './orders.service.js';

@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  home() {
    return { name: 'plain' };
  }

  @Post('orderactions')
  async submit(@Body() body: NewOrderAction) {
    const { id, actionType, receivedAt, order } = await this.orders.submit(body);
    const { account, instrumentId, side, timeInForce, limitPrice, quantity, status, createdAt, updatedAt } = order;
    return {
      id,
      ...{ action_type: actionType, received_at: receivedAt, status: 'Accepted' },
      order: {
        ...{ id: order.id, acct_id: account.id, instrument_id: instrumentId, side, time_in_force: timeInForce },
        ...{ limit_price: Number(limitPrice), quantity, status, created_at: createdAt, updated_at: updatedAt },
      },
      fills: [],
    };
  }
}
