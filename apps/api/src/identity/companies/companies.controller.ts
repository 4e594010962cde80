import { CompanyView, UpdateCompany } from '@billhook/contract/identity/company';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { CompaniesService } from './companies.service.js';

@ApiTags('Settings')
@Controller('app/company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get()
  @Authenticated()
  @Returns(CompanyView, { summary: 'Get the company' })
  async get(@By() by: Principal): Promise<CompanyView> {
    return presentCompany(await this.companies.get(by.company.id));
  }

  @Patch()
  @Requires('company.manage')
  @Returns(CompanyView, {
    summary: 'Edit the company',
    description:
      'Issued documents keep the details they were issued with. `lockedUntil` closes the books up to and including that day; moving it back reopens them and requires the password to be confirmed. So does changing `iban`, `bic`, `email` or `legalNotice`, about which each owner receives an email.',
    problems: ['invalid_body', 'step_up_required'],
  })
  update(@By() by: SignedInMember, @Body({ schema: UpdateCompany }) body: UpdateCompany): Promise<CompanyView> {
    return this.companies.update(by, body);
  }
}
